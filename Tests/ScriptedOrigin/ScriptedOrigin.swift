// ScriptedOrigin

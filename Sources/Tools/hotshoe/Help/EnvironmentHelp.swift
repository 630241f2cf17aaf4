/// The help page about the environment and the files of the command line.
enum EnvironmentHelp {
    static let introduction = "Variables of the environment that all commands read. An option has precedence over its variable."

    static let variables: [(String, String)] = [
        (DefaultCamera.variable, "The camera without --camera: a selector, such as sim or a serial number."),
        (
            "HOTSHOE_SERVERS",
            "Servers whose cameras are found as well, separated by spaces: addresses or links of `hotshoe serve`."
        ),
        (
            "HOTSHOE_BROKER",
            "MQTT broker at which further servers are found: mqtts://[USER@]HOST[:PORT][/PREFIX]."
        ),
        (BrokerSettings.passwordVariable, "The password at the broker."),
        ("HOTSHOE_BROKER_AUTHORITY", "File with the certificate of the authority that the broker's certificate is from, in PEM."),
        (
            "HOTSHOE_BROKER_CERTIFICATE",
            "File with the certificate by which the broker recognizes this computer; with HOTSHOE_BROKER_KEY."
        ),
        ("HOTSHOE_BROKER_KEY", "File with the key of that certificate."),
        (
            ServeCommand.tokenVariable,
            "The token of `hotshoe serve`: the server requires this one, and commands send it to a server whose link has none."
        ),
        ("HOTSHOE_PLUGINS", "Plugins, as --plugin, separated by colons. One that cannot be loaded is only reported."),
        (PythonPlugins.interpreterVariable, "The interpreter for plugins that are Python programs. Default: python3."),
        (Authenticator.passwordVariable, "The password, for a camera that asks for one."),
        (Authenticator.codeVariable, "The code, for a camera that asks for one."),
        ("NO_COLOR", "Any text: prints without colours, as --no-color."),
    ]

    static let files: [(String, String)] = [
        (
            "~/.config/hotshoe/config",
            "A line `camera = SELECTOR` names the camera without --camera. $XDG_CONFIG_HOME takes the place of ~/.config."
        ),
        (
            "~/.local/state/hotshoe/server.pem",
            "The certificate and the token of `hotshoe serve`. $XDG_STATE_HOME takes the place of ~/.local/state."
        ),
        (
            "~/.local/state/hotshoe/commands-NAME",
            "The commands of the broker that `hotshoe serve` has begun, so that none is begun twice."
        ),
    ]
}

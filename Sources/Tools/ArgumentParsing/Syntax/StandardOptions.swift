/// The options that every program has. They take precedence over everything else in a command line.
package enum StandardOptions {
    package static let help = Option.flag("help", short: "h", "Print this help and exit.")
    package static let version = Option.flag("version", "Print the version and exit.")
}

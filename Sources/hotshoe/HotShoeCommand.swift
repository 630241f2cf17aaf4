@main
struct HotShoeCommand {
    static func main() {
        print("hotshoe")
    }
}

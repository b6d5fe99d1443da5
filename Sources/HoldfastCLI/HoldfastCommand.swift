@main
struct HoldfastCommand {
  static func main() async {
    print("holdfast")
  }
}

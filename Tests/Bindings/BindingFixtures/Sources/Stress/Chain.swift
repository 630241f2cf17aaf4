// A chain of classes, in which each has the members of all those before it.

open class Link0 {
    public init() {}
    open func level() -> Int { 0 }
}

open class Link1: Link0 {
    open override func level() -> Int { 1 }
    public func own1() -> Int { 1 }
}

open class Link2: Link1 {
    open override func level() -> Int { 2 }
    public func own2() -> Int { 2 }
}

open class Link3: Link2 {
    open override func level() -> Int { 3 }
    public func own3() -> Int { 3 }
}

open class Link4: Link3 {
    open override func level() -> Int { 4 }
    public func own4() -> Int { 4 }
}

open class Link5: Link4 {
    open override func level() -> Int { 5 }
    public func own5() -> Int { 5 }
}

open class Link6: Link5 {
    open override func level() -> Int { 6 }
    public func own6() -> Int { 6 }
}

open class Link7: Link6 {
    open override func level() -> Int { 7 }
    public func own7() -> Int { 7 }
}

open class Link8: Link7 {
    open override func level() -> Int { 8 }
    public func own8() -> Int { 8 }
}

open class Link9: Link8 {
    open override func level() -> Int { 9 }
    public func own9() -> Int { 9 }
}

open class Link10: Link9 {
    open override func level() -> Int { 10 }
    public func own10() -> Int { 10 }
}

open class Link11: Link10 {
    open override func level() -> Int { 11 }
    public func own11() -> Int { 11 }
}

open class Link12: Link11 {
    open override func level() -> Int { 12 }
    public func own12() -> Int { 12 }
}

open class Link13: Link12 {
    open override func level() -> Int { 13 }
    public func own13() -> Int { 13 }
}

open class Link14: Link13 {
    open override func level() -> Int { 14 }
    public func own14() -> Int { 14 }
}

open class Link15: Link14 {
    open override func level() -> Int { 15 }
    public func own15() -> Int { 15 }
}

open class Link16: Link15 {
    open override func level() -> Int { 16 }
    public func own16() -> Int { 16 }
}

open class Link17: Link16 {
    open override func level() -> Int { 17 }
    public func own17() -> Int { 17 }
}

open class Link18: Link17 {
    open override func level() -> Int { 18 }
    public func own18() -> Int { 18 }
}

open class Link19: Link18 {
    open override func level() -> Int { 19 }
    public func own19() -> Int { 19 }
}

open class Link20: Link19 {
    open override func level() -> Int { 20 }
    public func own20() -> Int { 20 }
}

open class Link21: Link20 {
    open override func level() -> Int { 21 }
    public func own21() -> Int { 21 }
}

open class Link22: Link21 {
    open override func level() -> Int { 22 }
    public func own22() -> Int { 22 }
}

open class Link23: Link22 {
    open override func level() -> Int { 23 }
    public func own23() -> Int { 23 }
}

open class Link24: Link23 {
    open override func level() -> Int { 24 }
    public func own24() -> Int { 24 }
}

open class Link25: Link24 {
    open override func level() -> Int { 25 }
    public func own25() -> Int { 25 }
}

open class Link26: Link25 {
    open override func level() -> Int { 26 }
    public func own26() -> Int { 26 }
}

open class Link27: Link26 {
    open override func level() -> Int { 27 }
    public func own27() -> Int { 27 }
}

open class Link28: Link27 {
    open override func level() -> Int { 28 }
    public func own28() -> Int { 28 }
}

open class Link29: Link28 {
    open override func level() -> Int { 29 }
    public func own29() -> Int { 29 }
}

open class Link30: Link29 {
    open override func level() -> Int { 30 }
    public func own30() -> Int { 30 }
}

open class Link31: Link30 {
    open override func level() -> Int { 31 }
    public func own31() -> Int { 31 }
}

open class Link32: Link31 {
    open override func level() -> Int { 32 }
    public func own32() -> Int { 32 }
}

open class Link33: Link32 {
    open override func level() -> Int { 33 }
    public func own33() -> Int { 33 }
}

open class Link34: Link33 {
    open override func level() -> Int { 34 }
    public func own34() -> Int { 34 }
}

open class Link35: Link34 {
    open override func level() -> Int { 35 }
    public func own35() -> Int { 35 }
}

open class Link36: Link35 {
    open override func level() -> Int { 36 }
    public func own36() -> Int { 36 }
}

open class Link37: Link36 {
    open override func level() -> Int { 37 }
    public func own37() -> Int { 37 }
}

open class Link38: Link37 {
    open override func level() -> Int { 38 }
    public func own38() -> Int { 38 }
}

open class Link39: Link38 {
    open override func level() -> Int { 39 }
    public func own39() -> Int { 39 }
}

open class Link40: Link39 {
    open override func level() -> Int { 40 }
    public func own40() -> Int { 40 }
}

open class Link41: Link40 {
    open override func level() -> Int { 41 }
    public func own41() -> Int { 41 }
}

open class Link42: Link41 {
    open override func level() -> Int { 42 }
    public func own42() -> Int { 42 }
}

open class Link43: Link42 {
    open override func level() -> Int { 43 }
    public func own43() -> Int { 43 }
}

open class Link44: Link43 {
    open override func level() -> Int { 44 }
    public func own44() -> Int { 44 }
}

open class Link45: Link44 {
    open override func level() -> Int { 45 }
    public func own45() -> Int { 45 }
}

open class Link46: Link45 {
    open override func level() -> Int { 46 }
    public func own46() -> Int { 46 }
}

open class Link47: Link46 {
    open override func level() -> Int { 47 }
    public func own47() -> Int { 47 }
}

open class Link48: Link47 {
    open override func level() -> Int { 48 }
    public func own48() -> Int { 48 }
}

open class Link49: Link48 {
    open override func level() -> Int { 49 }
    public func own49() -> Int { 49 }
}

open class Link50: Link49 {
    open override func level() -> Int { 50 }
    public func own50() -> Int { 50 }
}

open class Link51: Link50 {
    open override func level() -> Int { 51 }
    public func own51() -> Int { 51 }
}

open class Link52: Link51 {
    open override func level() -> Int { 52 }
    public func own52() -> Int { 52 }
}

open class Link53: Link52 {
    open override func level() -> Int { 53 }
    public func own53() -> Int { 53 }
}

open class Link54: Link53 {
    open override func level() -> Int { 54 }
    public func own54() -> Int { 54 }
}

open class Link55: Link54 {
    open override func level() -> Int { 55 }
    public func own55() -> Int { 55 }
}

open class Link56: Link55 {
    open override func level() -> Int { 56 }
    public func own56() -> Int { 56 }
}

open class Link57: Link56 {
    open override func level() -> Int { 57 }
    public func own57() -> Int { 57 }
}

open class Link58: Link57 {
    open override func level() -> Int { 58 }
    public func own58() -> Int { 58 }
}

open class Link59: Link58 {
    open override func level() -> Int { 59 }
    public func own59() -> Int { 59 }
}

open class Link60: Link59 {
    open override func level() -> Int { 60 }
    public func own60() -> Int { 60 }
}

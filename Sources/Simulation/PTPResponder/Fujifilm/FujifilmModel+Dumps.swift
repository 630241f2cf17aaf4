// Property tables that libgphoto2's repository has from real bodies (camlibs/ptp2/cameras): code, type, access, form and value; {…} lists,
// [minimum..maximum/step] is a range, unsigned numbers are in hexadecimal, the texts of a list are separated by |, and a point is an empty
// text. Those of the camera behind the body are left out.

extension FujifilmModel {
    /// What the three bodies have in common.
    static let dumpOfEvery = """
        5012 u16 rw {2710,7D0,0} 0
        5015 i16 rw [-40..40/10] 0
        D00A u16 rw {1,2} 1
        D00B i16 rw [-9..9/1] 0
        D00C i16 rw [-9..9/1] 0
        D01C u16 rw {0,1000,2000,3000,4000,5000,6000,7000,8000} 2000
        D020 u16 rw {1,2} 2
        D024 u16 rw {1,2,3,4} 1
        D026 u16 rw {1,2,3,4,5,6,7,8,9,A,B,C} 1
        D027 u16 rw {1,2} 1
        D029 u16 rw {1,2,3} 1
        D106 u16 rw {1,2,3} 1
        D10A u16 rw {1,2} 1
        D112 u16 rw {1,2} 2
        D136 u16 rw {1,2,3} 1
        D145 str rw - 0000
        D155 u32 ro - 0
        D173 u16 rw {1,3} 1
        D20B str rw - .
        D215 str rw - .
        D222 u16 rw [0..FFFF/1] 2000
        D223 u16 rw [0..FFFF/1] 2000
        D230 u16 rw {1} 1
        D323 u16 rw {1,2} 2
        D34A u16 rw {1,2} 1
        D34B u16 rw {1,2} 2
        D34D u16 rw {1,2} 1
        D34E u16 rw {1,2} 1
        D359 u16 rw {1,2,3} 1
        D364 u16 rw [0..FF/1] 0
        D365 str rw - DSCF
        D366 str rw - DSF
        D375 str rw - 0,0,0,0,850,0,0,0,0,850,0,0,0,0,
        D376 str rw - 0,0,0,0,850,0,0,0,0,850,0,0,0,0,
        """

    /// X-T3, which a dump shows with an XF 18 mm lens.
    static let dumpOfXT3 = """
        5003 str rw {3120x2080|3120x1760|2080x2080|4416x2944|4416x2488|2944x2944|6240x4160|6240x3512|4160x4160|4992x3328|\
        4992x2808|3328x3328} 6240x4160
        D001 u16 rw {1,2,3,4,5,6,7,8,9,A,B,C,D,E,F,10} 1
        D007 u16 rw {FFFF,64,C8,190} 64
        D01B u16 rw {1,2,3} 1
        D022 u16 rw {1,2} 1
        D023 u16 rw {1,2,3} 1
        D025 u16 rw {3,4} 3
        D02E u16 rw {0,1,2,8000} 0
        D02F u16 rw {} 0
        D104 i16 rw [-90..90/10] 0
        D10B u16 rw {1,2} 1
        D154 u32 ro - 34DB0000
        D16F u16 rw {0,1} 0
        D170 u16 ro [1..1/1] 1
        D174 u16 rw {1,2,3} 1
        D211 u16 ro [0..FFFF/1] 303
        D310 u32 ro - 34DB0000
        D320 i16 rw [-20..40/10] 0
        D321 i16 rw [-20..40/10] 0
        D322 u16 rw {1,2} 1
        D33F u16 rw {1,2,3,4,5} 5
        D346 u16 rw {1,2} 2
        D351 u16 rw {1,2,3} 3
        D35E u16 rw {1,2} 2
        D36D str ro - LX201B,XF18mmF2 R,00000000
        D38A u16 ro {1,2,3,4,5} 1
        D38C u16 rw [1..1/1] 1
        D38D str ro - 200,220,250,280,320,360,400,450,500,560,640,710,800,900,1000,1100,1300,1400,1600
        D38E str ro - 1800,2740
        """

    /// X-T4, which a dump shows with an XF 18-135 mm lens.
    static let dumpOfXT4 = """
        5003 str rw {3120x2080|3120x1760|2080x2080|4416x2944|4416x2488|2944x2944|6240x4160|6240x3512|4160x4160|4992x3328|\
        4992x2808|3328x3328} 6240x4160
        D001 u16 rw {1,2,3,4,5,6,7,8,9,A,B,C,D,E,F,10,11,12} 1
        D007 u16 rw {FFFF,64,C8,190,320} 64
        D008 i16 rw [-40..40/10] 0
        D01B u16 rw {1,2,3,4,5,6,7,8,9,A,B,C} 1
        D022 u16 rw {1,2,3} 1
        D023 u16 rw {1,2,3,4,5,6,7} 6
        D025 u16 rw {3,4} 3
        D02A u16 rw {8001,8002,8003} 8001
        D02B u16 rw {8001,8002,8003} 8001
        D02E u16 rw {0,1,2,3,8000} 0
        D02F u16 rw {} 0
        D100 str rw - .
        D104 i16 rw [-180..180/10] 0
        D10B u16 rw {1,2} 2
        D153 u16 ro - 201
        D154 u32 ro - 3EFF0000
        D157 u16 rw {1,2} 1
        D158 i16 rw [-23..23/1] 1
        D159 u16 rw {0,F,1E,2D} 0
        D16F u16 rw {0,1} 0
        D170 u16 ro [1..28/1] 10
        D174 u16 rw {1,2,3} 2
        D17F u16 ro - 602
        D20D str ro - 0,14,28387968,9,0,0,0,0
        D211 u16 ro [0..FFFF/1] 301
        D216 str rw - .
        D310 u32 ro - 3EFF0000
        D320 i16 rw [-20..40/5] 0
        D321 i16 rw [-20..40/5] 0
        D322 u16 rw {1,2} 1
        D33F u16 rw {1,2,3,4,5,6,7,8,9} 1
        D346 u16 rw {1,2} 1
        D351 u16 rw {1,2,3} 1
        D35E u16 rw {1,2} 2
        D36D str ro - LX216A,XF18-135mmF3.5-5.6R LM OIS WR,00000000
        D36F u32 rw - 10000
        D370 u32 rw - 10000
        D38A u16 ro {1,2,3,4,5} 2
        D38C u16 rw [1..28/1] 1
        D38D str ro - 350,400,450,500,560,640,710,800,900,1000,1100,1300,1400,1600,1800,2000,2200
        D38E str ro - 1800,2700
        """

    /// GFX 100S, which a dump shows with a GF 250 mm lens.
    static let dumpOfGFX100S = """
        5003 str rw {4000x2664|4000x2248|2992x2992|8256x5504|8256x4640|6192x6192|11648x7768|11648x6552|8736x8736|4992x3328|\
        4992x2808|3328x3328|4000x3000|4000x1480|3744x3000|3504x3000|11648x8736|11648x4304|10928x8736|10192x8736|8256x6192|\
        8256x3048|7744x6192|7232x6192|9552x6368} 11648x8736
        D001 u16 rw {1,2,3,4,5,6,7,8,9,A,B,C,D,E,F,10,11,12,13} 1
        D007 u16 rw {FFFF,64,C8,190,320} 64
        D008 i16 rw [-40..40/10] 0
        D01B u16 rw {1,2,3,4,5,6,7,8,9,A,B,C} 1
        D022 u16 rw {1,2,3} 1
        D023 u16 rw {1,2,3,4,5,6,7} 6
        D025 u16 rw {3,4} 4
        D02E u16 rw {0,1,2,3,8000} 0
        D100 str rw - .
        D104 i16 rw [-180..180/10] 0
        D10B u16 rw {1,2} 2
        D153 u16 ro - 110
        D154 u32 ro - 9E50000
        D16F u16 rw {0,1,8000,8001} 8000
        D170 u16 ro [1..1/1] 1
        D174 u16 rw {1,2,3} 1
        D20D str ro - 604,16,247960064,9,0,0,0,0
        D211 u16 ro [0..FFFF/1] 301
        D216 str rw - .
        D310 u32 ro - 9E50000
        D320 i16 rw [-20..40/5] 0
        D321 i16 rw [-20..40/5] 0
        D322 u16 rw {1,2} 2
        D33F u16 rw {1,2,3,4,5,6,7,8,9} 3
        D346 u16 rw {1,2} 2
        D351 u16 rw {1,2,3} 3
        D35E u16 rw {1,2} 1
        D36D str ro - LR107A,GF250mmF4 R LM OIS WR,00000000
        D36F u32 rw - 10000
        D370 u32 rw - 10000
        D38A u16 ro {1,2,3,4,5} 2
        D38C u16 rw [1..1/1] 1
        D38D str ro - 400,450,500,560,640,710,800,900,1000,1100,1300,1400,1600,1800,2000,2200,2600,2900,3200
        D38E str ro - 25000,19800
        """

    /// The properties that the DeviceInfo of an X-T3 lists, some of which it does not have.
    static let listedByXT3 = """
        5001 5003 5005 500A-500C 500E-500F 5011-5012 5015 5018-5019 501C D001-D002 D007 D00A-D00C D017-D01C D101-D10B \
        D112 D11C-D122 D124-D12D D131-D134 D136 D145-D146 D14B D14E-D14F D154-D155 D157-D15D D161 D200-D202 D205-D207 \
        D209 D20B-D20C D20E D211-D213 D215 D218-D219 D21B
        """

    /// The same of an X-T4, and of a GFX 100S.
    static let listedByXT4 = """
        5001 5003 5005 500A-500C 500E-500F 5011-5012 5015 5018-5019 501C D001-D002 D007-D008 D00A-D00C D017-D01C \
        D100-D10B D112-D12D D12F-D134 D136 D145-D14C D14E-D14F D153-D155 D157-D15D D161 D200-D207 D209 D20B-D20E \
        D211-D212 D215-D216 D218-D219 D21B
        """
}

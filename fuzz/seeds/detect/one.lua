-- A seed.
des.level_init({ style = "solidfill", fg = " " });
des.level_flags("mazelevel", "noteleport", "premapped", "sokoban", "solidify");
des.map([[
------
|....|
|....|
------
]]);
des.levregion({ region = {01,01,01,01}, type = "branch" })
des.stair("up", 04,01)
des.object("boulder", 02,01)
des.object({ id = "boulder", coord = {02,02} })
des.trap("pit", 03,01)
des.door("locked", 04,02)

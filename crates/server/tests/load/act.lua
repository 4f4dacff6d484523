-- A move of a game, asked again and again:
--   TOKEN=... wrk -t1 -c8 -d20s --latency -s crates/server/tests/load/act.lua http://127.0.0.1:PORT/api/act

local rows = {
  "##############", "#     #  #   #", "# $.  # $#.  #", "#  @     #   #",
  "# $.  #  #.$ #", "#     #      #", "##############",
}
local actions = '[{"step":"d"},{"step":"u"}]'

wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.headers["authorization"] = "Bearer " .. os.getenv("TOKEN")
wrk.body = '{"level":{"text":"' .. table.concat(rows, "\\n") .. '"},"game":"","actions":' .. actions .. "}"

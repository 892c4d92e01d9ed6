-- every request makes something: a body with a number that no other has, in one of the given places
local n = os.time() * 100000
local paths = {}
for path in string.gmatch(os.getenv("BENCH_PATHS") or "", "%S+") do paths[#paths + 1] = path end
local body = os.getenv("BENCH_BODY")
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
request = function()
  n = n + 1
  return wrk.format(nil, paths[n % #paths + 1], nil, string.format(body, n))
end

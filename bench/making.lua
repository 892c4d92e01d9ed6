-- every request makes something under a name that no other has
local n = os.time() * 100000
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
request = function()
  n = n + 1
  return wrk.format(nil, nil, nil, string.format('{"displayName":"folder %d"}', n))
end

-- every request asks for something that nobody asked before, so that nothing is answered from memory
local n = os.time() * 100000
request = function()
  n = n + 1
  return wrk.format(nil, wrk.path .. string.format("%d", n))
end

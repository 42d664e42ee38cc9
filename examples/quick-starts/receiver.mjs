import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { WEBHOOK_SECRET, RECEIVER_PORT = 3000 } = process.env
const seen = new Set() // use a database table in production

const isGenuine = (body, signature = '') => {
  const expected = Buffer.from(`sha256=${createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex')}`)
  const received = Buffer.from(signature)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  const isValid = isGenuine(body, request.headers['x-svc-signature'])
  response.writeHead(isValid ? 204 : 401).end()
  if (!isValid) return
  const { id, type, data } = JSON.parse(body)
  if (!seen.has(id)) console.log(type, data)
  seen.add(id)
}).listen(RECEIVER_PORT)

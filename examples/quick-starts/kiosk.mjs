const { BASE_URL, API_KEY, EVENT_ID, QR_CODE } = process.env

const call = async (path, body) => {
  const response = await fetch(`${BASE_URL}/v1/events/${EVENT_ID}/checkins${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-svc-api-key': API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer.data
}

// A display that follows the door; here it is switched off after two seconds
const { url } = await call('/live-ticket', {})
const display = new WebSocket(url)
display.addEventListener('message', ({ data }) => console.log('live:', data))
await new Promise((opened) => display.addEventListener('open', opened))
setTimeout(() => display.close(), 2_000)

// A scan: show who it is, then admit
const guest = await call(`/lookup?qrCode=${encodeURIComponent(QR_CODE)}`)
console.log(guest.name, guest.ticketName, guest.alreadyCheckedIn ? 'is in already' : 'may come in')
if (!guest.alreadyCheckedIn) await call('', { qrCode: QR_CODE, gate: 'Main door' })

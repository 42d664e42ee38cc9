const { BASE_URL, API_KEY, EVENT_ID, QR_CODE } = process.env

const call = async (path, body) => {
  const response = await fetch(`${BASE_URL}/v1/events/${EVENT_ID}/checkins${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-svc-api-key': API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data, message } = await response.json()
  if (!response.ok) throw new Error(message)
  return data
}

// Live display: prints every scan at the door. This one closes after two seconds
const { url } = await call('/live-ticket', {})
const display = new WebSocket(url)
display.addEventListener('message', ({ data }) => console.log('live:', data))
await new Promise((opened) => display.addEventListener('open', opened))
setTimeout(() => display.close(), 2_000)

// Scan: look the code up, show the guest, check them in
const guest = await call(`/lookup?qrCode=${encodeURIComponent(QR_CODE)}`)
console.log(guest.name, guest.ticketName, guest.alreadyCheckedIn ? 'is already checked in' : 'may come in')
if (!guest.alreadyCheckedIn) await call('', { qrCode: QR_CODE, gate: 'Main door' })

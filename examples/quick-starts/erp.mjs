const { BASE_URL, API_KEY, EVENT_ID, SINCE } = process.env

let count = 0
for (let page = 1, pages = 1; page <= pages; page += 1) {
  const query = new URLSearchParams({ updatedSince: SINCE, page })
  const response = await fetch(`${BASE_URL}/v1/events/${EVENT_ID}/orders?${query}`, {
    headers: { 'x-svc-api-key': API_KEY },
  })
  const { data, meta, message, errors } = await response.json()
  if (!response.ok) throw new Error([message, ...errors.map((error) => `${error.field} ${error.message}`)].join(' '))
  pages = meta.totalPages
  count += data.length
  for (const order of data) console.log(order.number, order.status, order.net, order.currency)
}
console.log(`${count} orders since ${SINCE}`)

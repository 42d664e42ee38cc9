const { BASE_URL, API_KEY, EVENT_ID, SINCE } = process.env

for (let page = 1, pages = 1; page <= pages; page += 1) {
  const query = new URLSearchParams({ updatedSince: SINCE, page })
  const response = await fetch(`${BASE_URL}/v1/events/${EVENT_ID}/orders?${query}`, {
    headers: { 'x-svc-api-key': API_KEY },
  })
  const { data, meta, message } = await response.json()
  if (!response.ok) throw new Error(message)
  pages = meta.totalPages
  for (const order of data) console.log(order.number, order.status, order.net, order.currency)
}

/** Some scanners return the URL of the QR image instead of the code. The code is then the last segment of the path. */
export const codeIn = (scanned: string) => {
  const text = scanned.trim()
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text
  return new URL(text).pathname.split('/').at(-1) ?? ''
}

export const isGuestCode = (text: string) => /^qr_[0-9A-Za-z]{22}$/.test(codeIn(text))

export interface PassLink {
  eventId: string
  token: string
}

/** Returns the event and token from a door pass link. Both are in the link's `#` fragment. */
export const passIn = (address: string): PassLink | null => {
  if (!URL.canParse(address)) return null
  const { hash } = new URL(address)
  const named = new URLSearchParams(hash.slice(1))
  const [eventId, token] = [named.get('event'), named.get('pass')]
  return eventId !== null && token !== null && /^evt_\w+$/.test(eventId) && /^svc_door_\w+$/.test(token)
    ? { eventId, token }
    : null
}

/** Returns the event from a link to its door. */
export const eventIn = (address: string): string | null => {
  const eventId = new URLSearchParams(new URL(address).hash.slice(1)).get('event')
  return eventId !== null && /^evt_\w+$/.test(eventId) ? eventId : null
}

export const hashOf = async (code: string) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

import { send } from '../../support/api.ts'
import type { Story } from './recorder.ts'

interface Guest {
  id: string
  qrCode: string
}

/** Creates a workshop with room for one guest, and a lounge that admits one ticket type. */
const passTheCheckpoints = async (
  { tell, pass, refuse }: Pick<Story, 'tell' | 'pass' | 'refuse' | 'keys'>,
  id: string,
  ada: Guest,
  alan: Guest,
) => {
  const [at, checkins] = [`/v1/events/${id}/checkpoints`, `/v1/events/${id}/checkins`]
  const made = await tell(`POST ${at}`, { json: { name: 'Workshop', mode: 'IN_OUT', limit: 2 } })
  const workshop = made.body.data.id
  await tell(`PATCH ${at}/${workshop}`, { json: { limit: 1 } })
  await pass(`POST ${checkins}`, { json: { qrCode: ada.qrCode, checkpointId: workshop, gate: 'Room 2' } })
  await refuse('room_full', [`POST ${checkins}`, { json: { guestId: alan.id, checkpointId: workshop } }])
  const exit = { guestId: alan.id, checkpointId: workshop, direction: 'OUT' }
  await refuse('not_inside', [`POST ${checkins}`, { json: exit }])
  await refuse('checkpoint_has_checkins', [`DELETE ${at}/${workshop}`])
  const { ticketId } = (await pass(`GET ${checkins}?checkpointId=${workshop}`)).body.data[0]
  const others = (await pass(`GET /v1/events/${id}/tickets`)).body.data as { id: string }[]
  const lounge = {
    name: 'Lounge',
    mode: 'ONCE',
    ticketIds: others.flatMap((each) => (each.id === ticketId ? [] : [each.id])),
  }
  const closed = (await pass(`POST ${at}`, { json: lounge })).body.data.id
  await refuse('ticket_not_admitted', [`POST ${checkins}`, { json: { guestId: ada.id, checkpointId: closed } }])
  await tell(`GET ${at}`)
  const spare = (await pass(`POST ${at}`, { json: { name: 'Lunch', mode: 'DAILY' } })).body.data.id
  await tell(`DELETE ${at}/${spare}`)
}

/** Runs every check-in operation with an API key. Door passes are created with a session. */
export const openTheDoor = async (
  { tell, pass, refuse, keys }: Story,
  id: string,
  ada: Guest,
  alan: Guest,
  early: { id: string; guestId: string; overId: string; overGuestId: string },
) => {
  const at = `/v1/events/${id}/checkins`
  // Before the first check-in, so that the order of both doesn’t depend on the speed of the machine.
  const scannedAt = new Date(Date.now() - 1_000).toISOString()
  await tell(`GET ${at}/door`)
  await tell(`GET ${at}/search?q=lovelace`)
  await tell(`GET ${at}/lookup?qrCode=${ada.qrCode}`)
  const scan = { qrCode: ada.qrCode, gate: 'North', deviceId: 'kiosk-1' }
  const headers = { 'Idempotency-Key': '6f1c4a53-8c1e-4f0e-9a3b-d2b1c0a9e8f7' }
  await tell(`POST ${at}`, { json: scan, headers })
  await refuse('already_checked_in', [`POST ${at}`, { json: scan }])
  await refuse('idempotency_key_reused', [`POST ${at}`, { json: { guestId: alan.id }, headers }])
  await refuse('checkin_not_open', [`POST /v1/events/${early.id}/checkins`, { json: { guestId: early.guestId } }])
  await refuse('checkin_closed', [`POST /v1/events/${early.overId}/checkins`, { json: { guestId: early.overGuestId } }])
  const second = await pass(`POST ${at}`, { json: { guestId: alan.id } })
  await tell(`DELETE ${at}/${second.body.data.id}`)
  await refuse('checkin_not_current', [`DELETE ${at}/${second.body.data.id}`])
  await tell(`POST ${at}/batch`, {
    json: {
      scans: [
        { qrCode: alan.qrCode, scannedAt, gate: 'Boat', deviceId: 'phone-7' },
        { qrCode: 'qr_0000000000000000000000', scannedAt },
      ],
    },
  })
  await passTheCheckpoints({ tell, pass, refuse, keys }, id, ada, alan)
  await tell(`GET ${at}`)
  await tell(`GET ${at}/summary`)
  await tell(`GET ${at}/manifest`)
  await tell(`POST ${at}/live-ticket`)
  await refuse('upgrade_required', send(`GET ${at}/live`, { key: keys.whole! }))
  const pass_ = await tell(`POST /events/${id}/door-passes`, { json: { label: 'North gate', gate: 'North', hours: 8 } })
  await tell(`DELETE /events/${id}/door-passes/${pass_.body.data.id}`)
  await tell(`GET /events/${id}/door-passes`)
  const another = await pass(`POST /events/${id}/door-passes`, { json: { label: 'South gate', hours: 8 } })
  await refuse('scope_missing.dashboard', [`GET /events/${id}/guests`, { token: another.body.data.token }])
}

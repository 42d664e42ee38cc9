import { createInterface } from 'node:readline'
import { RefusedError } from '../../../sdk-typescript/src/index.ts'
import { command } from '../context.ts'

/**
 * Statuses of refusals that concern a single code, such as a guest who is already inside. Any other status ends the
 * command.
 */
const OF_ONE_CODE = new Set([404, 409, 422])
const concernsOneCode = (error: unknown): error is RefusedError =>
  error instanceof RefusedError && OF_ONE_CODE.has(error.status)
const reasonOf = ({ code, message }: RefusedError) =>
  code === 'not_found' ? 'No guest has this code at this event, or you don’t have access to the event.' : message

export const door = command({
  name: 'door',
  takes: ['EVENT'],
  options: { gate: { type: 'string' } },
  summary: 'Check in the codes from standard input, one per line',
  async run({ calendar, stdin, print, signal }, [eventId = ''], { gate }) {
    let refused = 0
    for await (const line of createInterface({ input: stdin, signal })) {
      const qrCode = line.trim()
      if (qrCode === '') continue
      try {
        const body = { qrCode, ...(typeof gate === 'string' ? { gate } : {}) }
        const checkin = await calendar().checkins.create(eventId, body)
        print({ qrCode, checkin }, `in       ${checkin.guestName}`)
      } catch (error) {
        if (!concernsOneCode(error)) throw error
        refused += 1
        print({ qrCode, code: error.code }, `refused  ${qrCode}: ${reasonOf(error)}`)
      }
    }
    return refused === 0 ? 0 : 1
  },
})

import type { Holder } from '../access/actor.ts'
import { describeError, type Log } from '../kernel/log.ts'
import { MINUTE_MS, type Clock } from '../kernel/time.ts'

/** Half of the minute within which the contract promises that a socket closes, because alarms can run late. */
const RECHECK_MS = MINUTE_MS / 2
/** Close code sent when the credential is no longer valid. */
const CREDENTIAL_EXPIRED = 4401

/** Live sockets of one credential at one event. Each holds a connection, of which a single machine has few. */
const SOCKETS_PER_HOLDER = 30

const isOf = (one: Holder, other: Holder) =>
  (one.kind === 'key' && other.kind === 'key' && one.keyId === other.keyId) ||
  (one.kind === 'app' && other.kind === 'app' && one.grantId === other.grantId) ||
  (one.kind === 'pass' && other.kind === 'pass' && one.passId === other.passId) ||
  (one.kind === 'session' && other.kind === 'session' && one.userId === other.userId)

interface Ports {
  state: DurableObjectState
  clock: Clock
  log: Log
  /** Returns, for each holder of a credential, whether it may keep its live socket open. */
  mayWatch: (holders: readonly Holder[]) => Promise<boolean[]>
}

/**
 * The live sockets of one event. They survive hibernation of the object, so each socket stores its `Holder` as an
 * attachment.
 */
export class Watchers {
  readonly #ports: Ports

  constructor(ports: Ports) {
    this.#ports = ports
    ports.state.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /** `room` is the checkpoint id; null is the main door. Responds 429 if the holder has `SOCKETS_PER_HOLDER` sockets. */
  async accept(holder: Holder, room: string | null, first: string): Promise<Response> {
    const held = this.#ports.state
      .getWebSockets()
      .filter((socket) => isOf(holder, socket.deserializeAttachment() as Holder))
    if (held.length >= SOCKETS_PER_HOLDER) return new Response(null, { status: 429 })
    const { 0: client, 1: server } = new WebSocketPair()
    this.#ports.state.acceptWebSocket(server, room === null ? [] : [room])
    server.serializeAttachment(holder)
    server.send(first)
    await this.#scheduleRecheck(this.#nextRecheckAt([holder]))
    return new Response(null, { status: 101, webSocket: client })
  }

  send(message: string, room: string | null) {
    const { state } = this.#ports
    const sockets =
      room === null
        ? state.getWebSockets().filter((socket) => state.getTags(socket).length === 0)
        : state.getWebSockets(room)
    for (const socket of sockets) {
      try {
        socket.send(message)
      } catch (error) {
        this.#ports.log.debug('a live socket was already closed', describeError(error))
      }
    }
  }

  closeAll() {
    for (const socket of this.#ports.state.getWebSockets()) socket.close(CREDENTIAL_EXPIRED, 'the event is erased')
  }

  /**
   * Closes the sockets of revoked keys, removed members and expired tokens. If this check itself fails, all sockets
   * stay open.
   */
  async recheck() {
    const { state, log, mayWatch } = this.#ports
    const sockets = state.getWebSockets()
    if (sockets.length === 0) return
    const holders = sockets.map((socket) => socket.deserializeAttachment() as Holder)
    await state.storage.setAlarm(this.#nextRecheckAt(holders))
    try {
      const answers = await mayWatch(holders)
      for (const [index, socket] of sockets.entries()) {
        if (answers[index] !== true) socket.close(CREDENTIAL_EXPIRED, 'the credential has expired')
      }
    } catch (error) {
      log.warn('the credentials of live sockets could not be checked', describeError(error))
    }
  }

  /** Returns the time of the next regular check, or an earlier time at which a credential expires. */
  #nextRecheckAt(holders: readonly Holder[]) {
    const now = this.#ports.clock()
    const ends = holders.flatMap((holder) =>
      'expiresAt' in holder && holder.expiresAt > now ? [holder.expiresAt] : [],
    )
    return Math.min(now + RECHECK_MS, ...ends)
  }

  async #scheduleRecheck(at: number) {
    const known = await this.#ports.state.storage.getAlarm()
    if (known === null || known > at) await this.#ports.state.storage.setAlarm(at)
  }
}

import { DurableObject } from 'cloudflare:workers'
import type { Env } from './env.ts'

/** The desk of one event. */
export class CheckinDesk extends DurableObject<Env> {
  ping(): 'pong' {
    return 'pong'
  }
}

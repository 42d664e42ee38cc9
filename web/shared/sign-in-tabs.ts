import type { Session } from './session-store.ts'

/** How long to wait for the other tabs. They usually answer within a few milliseconds. */
const ANSWER_MS = 500

type Message =
  | { kind: 'ask'; from: string }
  | { kind: 'answer'; to: string; session: Session | null }
  | { kind: 'renewed'; session: Session }
  | { kind: 'ended'; subject: string }

interface Events {
  current(): Session | null
  /** Another tab has a new session, of any user. */
  renewed(session: Session): void
  /** A user has signed out in another tab. */
  ended(subject: string): void
}

/**
 * Connects the tabs in which this page is open. Each tab stores the session in its own `sessionStorage`, so that it
 * ends with the last tab. A new tab asks the others for it.
 *
 * Providers that rotate refresh tokens end the session if two tabs send the same one. Tabs therefore refresh in turn,
 * and ask the others for a newer session first.
 */
export const createTabs = (page: string, { current, renewed, ended }: Events) => {
  const name = `sign-in ${page}`
  const me = crypto.randomUUID()
  const channel = new BroadcastChannel(name)
  const waiting = new Set<(session: Session | null) => void>()
  // A BroadcastChannel reaches only its own origin, so it takes no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const post = (message: Message) => channel.postMessage(message)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') post({ kind: 'answer', to: data.from, session: current() })
    else if (data.kind === 'renewed') renewed(data.session)
    else if (data.kind === 'ended') ended(data.subject)
    else if (data.to === me) for (const take of waiting) take(data.session)
  })
  /** Every open tab holds this lock, so the number of holders is the number of tabs. */
  const present = new Promise<void>((resolve) => {
    void navigator.locks.request(name, { mode: 'shared' }, () => {
      resolve()
      return new Promise(() => {})
    })
  })
  const countOthers = async () => {
    await present
    const { held = [] } = await navigator.locks.query()
    return held.filter((lock) => lock.name === name).length - 1
  }

  return {
    /** Returns the newest session of the other tabs that `isWanted` accepts. */
    async newest(isWanted: (session: Session) => boolean): Promise<Session | null> {
      const others = await countOthers()
      if (others === 0) return null
      return new Promise((resolve) => {
        const found: (Session | null)[] = []
        const finish = () => {
          clearTimeout(timer)
          waiting.delete(take)
          const wanted = found.filter((session) => session !== null).filter(isWanted)
          resolve(wanted.toSorted((left, right) => right.expiresAt - left.expiresAt)[0] ?? null)
        }
        const take = (session: Session | null) => {
          found.push(session)
          if (found.length === others) finish()
        }
        const timer = setTimeout(finish, ANSWER_MS)
        waiting.add(take)
        post({ kind: 'ask', from: me })
      })
    },
    /** Runs `work` while no other tab does. */
    inTurn: <Result>(work: () => Promise<Result>) => navigator.locks.request(`${name} renewal`, work),
    share: (session: Session) => post({ kind: 'renewed', session }),
    end: ({ subject }: Session) => post({ kind: 'ended', subject }),
  }
}

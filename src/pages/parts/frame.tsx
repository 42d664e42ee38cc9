import type { Child } from 'hono/jsx'
import { Said } from '../../presentation/markup.tsx'

interface Whose {
  name: string
  /** Null where the calendar has no page for all. */
  href: string | null
  avatarUrl?: string | null
}

const initialOf = (name: string) => String.fromCodePoint(name.trim().codePointAt(0) ?? 0xb7).toUpperCase()

export const Avatar = ({ name, url }: { name: string; url: string | null | undefined }) =>
  url ? (
    <img class="avatar" src={url} alt="" width="40" height="40" referrerpolicy="no-referrer" />
  ) : (
    <span class="avatar" aria-hidden="true">
      {initialOf(name)}
    </span>
  )

/** Around everything that belongs to a calendar: whose it is, above and below. */
export const Frame = ({ whose, children }: { whose: Whose; children?: Child }) => {
  const name = (
    <>
      <Avatar name={whose.name} url={whose.avatarUrl} />
      <Said text={whose.name} />
    </>
  )
  return (
    <>
      <header class="bar">
        {whose.href === null ? (
          <span class="whose">{name}</span>
        ) : (
          <a class="whose" href={whose.href}>
            {name}
          </a>
        )}
      </header>
      {children}
    </>
  )
}

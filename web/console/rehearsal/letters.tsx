import { Mail } from '../event/mail-preview.tsx'
import { numberOf } from '../parts/words.ts'
import { rehearsalWords } from '../words/en/rehearsal.ts'
import { nameOfMail } from './mail-kinds.ts'
import type { RehearsalResult } from './rehearsed.ts'

interface Shown {
  mails: RehearsalResult['mails']
  kind: string | null
  open: (kind: string) => void
}

/** Each kind of email as one invented guest got it. */
export const Letters = ({ mails, kind, open }: Shown) => {
  const words = rehearsalWords().mails
  const mail = mails.find((each) => each.kind === kind) ?? mails[0]
  if (mail === undefined) return null
  const { sample } = mail
  return (
    <section class="stack rehearsal-mails" id="rehearsed-mails">
      <h2 class="h2">{words.title}</h2>
      <ul class="rehearsal-kinds">
        {mails.map((each) => (
          <li key={each.kind}>
            <button
              type="button"
              aria-pressed={each.kind === mail.kind ? 'true' : 'false'}
              onClick={() => open(each.kind)}
            >
              {nameOfMail(each.kind)} <span class="count">{numberOf(each.count)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="soft">
        {sample.guest === null ? '' : `${words.guest} ${numberOf(sample.guest)} · `}
        <bdi>{sample.to}</bdi>
      </p>
      <Mail mail={sample} />
    </section>
  )
}

import type { One, TestMailAnswer, TestMailContentAnswer } from '../../shared/answers.ts'
import { Mail } from '../event/mail-preview.tsx'
import { useAsked } from '../parts/asking.ts'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { momentOf } from '../parts/words.ts'
import type { CalendarSession } from '../session.ts'
import { sandboxesWords } from '../words/en/sandboxes.ts'
import type { SandboxCalls } from './sandbox.ts'

interface Letter {
  session: CalendarSession
  calls: SandboxCalls
  id: string
  act: (path: string, body: object) => void
}

/** One email as the guest got it. Its links lead into the sandbox. */
const Letter = ({ session, calls, id, act }: Letter) => {
  const words = sandboxesWords().mailbox
  const asked = useAsked(
    async () => (await session.api.get<One<TestMailContentAnswer>>(`${calls.base}/test/mails/${id}`)).data,
    [id],
  )
  return (
    <Shown
      asked={asked}
      rows={6}
      draw={(mail) => (
        <div class="sandbox-letter">
          {mail.invite !== null && mail.guestId !== null && (
            <div class="row">
              {(['ACCEPTED', 'DECLINED'] as const).map((answer) => (
                <button
                  type="button"
                  key={answer}
                  class="button plain small"
                  onClick={() => act(`/guests/${mail.guestId}/reply`, { answer })}
                >
                  {answer === 'ACCEPTED' ? words.accept : words.decline}
                </button>
              ))}
            </div>
          )}
          <Mail mail={mail} />
          {mail.links.length > 0 && (
            <details>
              <summary>{words.links}</summary>
              <ul>
                {mail.links.map(({ url, text }) => (
                  <li key={`${url} ${text}`}>
                    <a href={url} target="_blank" rel="noopener">
                      {text === '' ? url : text}
                    </a>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    />
  )
}

interface Box extends Omit<Letter, 'id'> {
  mails: readonly TestMailAnswer[]
  zone: string
}

export const SandboxMailbox = ({ mails, zone, ...rest }: Box) => {
  const words = sandboxesWords().mailbox
  const [chosen, choose] = useState<string | null>(null)
  const open = mails.find(({ id }) => id === chosen) ?? mails[0]
  return (
    <section class="card">
      <h2 class="h2">{words.title}</h2>
      {open === undefined ? (
        <p class="quiet">{words.empty}</p>
      ) : (
        <div class="sandbox-mailbox">
          <ul>
            {mails.map(({ id, to, subject, at }) => (
              <li key={id}>
                <button type="button" aria-pressed={id === open.id ? 'true' : 'false'} onClick={() => choose(id)}>
                  <b>
                    <bdi>{subject}</bdi>
                  </b>
                  <span class="soft">
                    <bdi>{to}</bdi> · {momentOf(at, zone)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <Letter key={open.id} id={open.id} {...rest} />
        </div>
      )}
    </section>
  )
}

import { useState } from 'hono/jsx/dom'
import type { EventAnswer, GuestAnswer, One } from '../../shared/answers.ts'
import { mayDo, orTell } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { Icon } from '../parts/icon.tsx'
import { useKeys } from '../parts/keys.ts'
import { Menu } from '../parts/menu.tsx'
import { Qr } from '../parts/qr.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { Shown } from '../parts/states.tsx'
import type { EventSession } from './event-frame.tsx'
import { GuestHistory, GuestMails, GuestOrders, GuestParty } from './guest-about.tsx'
import { CorrectGuest, EraseGuest, TransferGuest } from './guest-dialogs.tsx'
import { guestName, guestState, hasBlankAddress, isErased, isGone } from './guest-state.ts'
import { choiceWords } from './question-types.ts'

interface Opened {
  tab: EventSession
  guestId: string
  /** The guest as loaded in the list, shown until `GET /guests/{id}` answers. */
  listed: GuestAnswer | undefined
  position: string
  close(): void
  previous: (() => void) | undefined
  next: (() => void) | undefined
  changed(): Promise<void>
  /** Called after an erasure, when the guest is no longer in any list. */
  erased(): Promise<void>
}

const MOVES = [
  { to: 'CONFIRMED', words: 'Confirm', icon: 'check' },
  { to: 'CHECKED_IN', words: 'Check in manually', icon: 'door' },
  { to: 'WAITLISTED', words: 'Move to waiting list', icon: 'clock' },
  { to: 'DECLINED', words: 'Decline', icon: 'close' },
  { to: 'CANCELLED', words: 'Cancel registration', icon: 'close' },
] as const

const sayAnswer = ({ registrationQuestions }: EventAnswer, label: string, answer: string) => {
  const question = registrationQuestions.find((each) => each.label === label)
  return question === undefined ? answer : choiceWords(question, answer)
}

export const GuestSheet = ({ tab, guestId, listed, position, close, previous, next, changed, erased }: Opened) => {
  const { session, event } = tab
  const { api } = session
  const [dialog, show] = useState<'correct' | 'transfer' | 'erase' | null>(null)
  const path = `/events/${event.id}/guests/${guestId}`
  const asked = useAsked(async () => (await api.get<One<GuestAnswer>>(path, { whole: true })).data, [guestId])
  const guest = asked.data ?? listed
  const isNobody = guest !== undefined && isErased(guest)
  const mayModerate = mayDo(session, 'MANAGER')
  const act = async (words: string, work: () => Promise<unknown>) => {
    const isDone = await orTell(session, work)
    if (isDone) session.toast(words)
    await Promise.all([asked.again(), changed()])
  }
  const name = guest === undefined ? '' : guestName(guest).name
  const before = guest?.status ?? ''
  const move = (to: string, words: string) =>
    void act(`${name}: ${words}.`, () => api.patch(`${path}/status`, { status: to }))
  const isWaiting = ['PENDING', 'WAITLISTED', 'OFFERED'].includes(before)
  const approve = () => void act(`${name} is approved.`, () => api.post(`${path}/approve`))
  const reject = () => void act(`${name} is declined.`, () => api.post(`${path}/reject`))
  const resend = () => void act(`We’re resending the email to ${name}.`, () => api.post(`${path}/resend`))
  useKeys(
    mayModerate && dialog === null && guest !== undefined && !isNobody
      ? {
          ...(isWaiting && { a: approve, d: reject }),
          r: resend,
          e: () => show('correct'),
          ...(before === 'CONFIRMED' && { t: () => show('transfer') }),
        }
      : {},
  )
  const done = async () => {
    await Promise.all([asked.again(), changed()])
  }
  return (
    <Sheet
      label={name === '' ? 'Guest' : name}
      position={position}
      close={close}
      previous={previous}
      next={next}
      foot={
        mayModerate &&
        guest !== undefined &&
        !isNobody && (
          <>
            {isWaiting ? (
              <>
                <button type="button" class="button" onClick={approve}>
                  Approve <kbd>A</kbd>
                </button>
                <button type="button" class="button plain" onClick={reject}>
                  Decline <kbd>D</kbd>
                </button>
              </>
            ) : (
              <button type="button" class="button plain" onClick={resend}>
                <Icon name="send" /> Resend <kbd>R</kbd>
              </button>
            )}
            {before === 'CONFIRMED' && (
              <button type="button" class="button plain" onClick={() => show('transfer')}>
                <Icon name="swap" /> Transfer <kbd>T</kbd>
              </button>
            )}
            <button type="button" class="button plain" onClick={() => show('correct')}>
              <Icon name="edit" /> Edit <kbd>E</kbd>
            </button>
            <span class="push" />
            <Menu label={`More actions for ${name}`} button={<Icon name="more" />}>
              {MOVES.filter(({ to }) => to !== before).map(({ to, words, icon }) => (
                <button type="button" key={to} onClick={() => move(to, guestState({ status: to }).words.toLowerCase())}>
                  <Icon name={icon} /> {words}
                </button>
              ))}
              <hr />
              {isWaiting && (
                <button type="button" onClick={resend}>
                  <Icon name="send" /> Resend their email
                </button>
              )}
              <button
                type="button"
                onClick={() => void act(`${name} has new links.`, () => api.post(`${path}/renew-links`))}
              >
                <Icon name="link" /> Renew links
              </button>
              <button type="button" class="bad" onClick={() => show('erase')}>
                <Icon name="bin" /> Erase…
              </button>
            </Menu>
          </>
        )
      }
    >
      {guest === undefined ? (
        <Shown asked={asked} draw={() => null} />
      ) : (
        <>
          <div class="title">
            <div>
              <h2 class={isGone(before) ? 'gone' : ''}>
                <bdi>{name}</bdi>
              </h2>
              <p class="soft">
                <bdi>{hasBlankAddress(guest) ? guestName(guest).below : guest.email}</bdi>
              </p>
              <p class="row">
                <Chip {...guestState(guest)} />
                {guest.ticket && <span class="soft">{guest.ticket.name}</span>}
              </p>
            </div>
            {guest.qrCode !== undefined && !isNobody && <Qr text={guest.qrCode} label={`QR code of ${name}`} />}
          </div>
          {guest.partyId !== undefined && guest.partyId !== null && (
            <GuestParty key="party" tab={tab} guest={guest} id={guest.partyId} changed={done} />
          )}
          {guest.registrationAnswers.length > 0 && (
            <section>
              <h3>Answers</h3>
              <dl class="facts">
                {guest.registrationAnswers.map(({ question, answer }) => (
                  <div key={question} class="contents">
                    <dt>{question}</dt>
                    <dd>
                      <bdi>{sayAnswer(event, question, answer)}</bdi>
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
          {mayDo(session, 'OWNER') && <GuestOrders tab={tab} guest={guest} />}
          {mayModerate && <GuestHistory tab={tab} guest={guest} />}
          {mayModerate && <GuestMails tab={tab} guest={guest} />}
        </>
      )}
      {guest !== undefined && dialog === 'correct' && (
        <CorrectGuest key="correct" session={session} path={path} guest={guest} close={() => show(null)} done={done} />
      )}
      {guest !== undefined && dialog === 'transfer' && (
        <TransferGuest key="transfer" session={session} guest={guest} close={() => show(null)} done={done} />
      )}
      {guest !== undefined && dialog === 'erase' && (
        <EraseGuest key="erase" session={session} path={path} guest={guest} close={() => show(null)} done={erased} />
      )}
    </Sheet>
  )
}

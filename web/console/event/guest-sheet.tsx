import type { EventAnswer, GuestAnswer, One } from '../../shared/answers.ts'
import { mayDo, orTell } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { Icon } from '../parts/icon.tsx'
import { useKeys } from '../parts/keys.ts'
import { Menu } from '../parts/menu.tsx'
import { Qr } from '../parts/qr.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useOpened } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { guestSheetWords } from '../words/en/guest-sheet.ts'
import { guestsWords } from '../words/en/guests.ts'
import { termsWords } from '../words/en/terms.ts'
import type { EventSession } from './event-frame.tsx'
import { GuestHistory, GuestMails, GuestOrders, GuestParty } from './guest-about.tsx'
import { CorrectGuest, EraseGuest, TransferGuest } from './guest-dialogs.tsx'
import { DeclineGuests } from './guest-decline.tsx'
import { declineLater, useDeclining } from './guest-declining.ts'
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
  { to: 'CONFIRMED', icon: 'check' },
  { to: 'CHECKED_IN', icon: 'door' },
  { to: 'WAITLISTED', icon: 'clock' },
  { to: 'DECLINED', icon: 'close' },
  { to: 'CANCELLED', icon: 'close' },
] as const

const sayAnswer = ({ registrationQuestions }: EventAnswer, label: string, answer: string) => {
  const question = registrationQuestions.find((each) => each.label === label)
  return question === undefined ? answer : choiceWords(question, answer)
}

export const GuestSheet = ({ tab, guestId, listed, position, close, previous, next, changed, erased }: Opened) => {
  const [words, terms] = [guestSheetWords(), termsWords()]
  const { session, event } = tab
  const { api } = session
  const [dialog, show] = useOpened<'correct' | 'transfer' | 'erase' | 'decline' | null>(null)
  const path = `/events/${event.id}/guests/${guestId}`
  const asked = useAsked(async () => (await api.get<One<GuestAnswer>>(path, { whole: true })).data, [guestId])
  const guest = asked.data ?? listed
  const isNobody = guest !== undefined && isErased(guest)
  const mayModerate = mayDo(session, 'MANAGER')
  const act = async (said: string, work: () => Promise<unknown>) => {
    const isDone = await orTell(session, work)
    if (isDone) session.toast(said)
    await Promise.all([asked.again(), changed()])
  }
  const name = guest === undefined ? '' : guestName(guest).name
  const before = guest?.status ?? ''
  const move = (to: (typeof MOVES)[number]['to']) =>
    to === 'DECLINED'
      ? show('decline')
      : void act(words.moved[to](name), () => api.patch(`${path}/status`, { status: to }))
  const isWaiting = ['PENDING', 'WAITLISTED', 'OFFERED'].includes(before)
  const approve = () => void act(words.approved(name), () => api.post(`${path}/approve`))
  const reject = () => show('decline')
  const decline = (message: string) => {
    const about = message === '' ? {} : { message }
    const send = (keepalive: boolean) =>
      act(words.declined(name), () =>
        isWaiting
          ? api.post(`${path}/reject`, about, { keepalive })
          : api.patch(`${path}/status`, { status: 'DECLINED', ...about }, { keepalive }),
      )
    session.toast(guestsWords().declining.started(name), declineLater([guestId], send))
  }
  const undoDecline = useDeclining().get(guestId)
  const resend = () => void act(words.resent(name), () => api.post(`${path}/resend`))
  useKeys(
    mayModerate && dialog === null && guest !== undefined && !isNobody && undoDecline === undefined
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
      label={name === '' ? terms.guest : name}
      position={position}
      close={close}
      previous={previous}
      next={next}
      foot={
        mayModerate &&
        guest !== undefined &&
        !isNobody &&
        (undoDecline !== undefined ? (
          <button key="undo" type="button" class="button plain" onClick={undoDecline}>
            {guestsWords().declining.undo}
          </button>
        ) : (
          <>
            {isWaiting ? (
              <>
                <button type="button" class="button" onClick={approve}>
                  {words.approve} <kbd>A</kbd>
                </button>
                <button type="button" class="button plain" onClick={reject}>
                  {words.decline} <kbd>D</kbd>
                </button>
              </>
            ) : (
              <button type="button" class="button plain" onClick={resend}>
                <Icon name="send" /> {words.resend} <kbd>R</kbd>
              </button>
            )}
            {before === 'CONFIRMED' && (
              <button type="button" class="button plain" onClick={() => show('transfer')}>
                <Icon name="swap" /> {words.transfer} <kbd>T</kbd>
              </button>
            )}
            <button type="button" class="button plain" onClick={() => show('correct')}>
              <Icon name="edit" /> {terms.edit} <kbd>E</kbd>
            </button>
            <span class="push" />
            <Menu label={words.moreFor(name)} button={<Icon name="more" />}>
              {MOVES.filter(({ to }) => to !== before).map(({ to, icon }) => (
                <button type="button" key={to} onClick={() => move(to)}>
                  <Icon name={icon} /> {words.moves[to]}
                </button>
              ))}
              <hr />
              {isWaiting && (
                <button type="button" onClick={resend}>
                  <Icon name="send" /> {words.resendEmail}
                </button>
              )}
              <button
                type="button"
                onClick={() => void act(words.renewed(name), () => api.post(`${path}/renew-links`))}
              >
                <Icon name="link" /> {words.renewLinks}
              </button>
              <button type="button" class="bad" onClick={() => show('erase')}>
                <Icon name="bin" /> {words.erase}
              </button>
            </Menu>
          </>
        ))
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
                {undoDecline === undefined ? (
                  <Chip {...guestState(guest)} />
                ) : (
                  <Chip mark="clock" tone="accent" words={guestsWords().declining.state} />
                )}
                {guest.ticket && <span class="soft">{guest.ticket.name}</span>}
              </p>
            </div>
            {guest.qrCode !== undefined && !isNobody && <Qr text={guest.qrCode} label={words.codeOf(name)} />}
          </div>
          {guest.partyId !== undefined && guest.partyId !== null && (
            <GuestParty key="party" tab={tab} guest={guest} id={guest.partyId} changed={done} />
          )}
          {guest.registrationAnswers.length > 0 && (
            <section>
              <h3>{words.answers}</h3>
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
        <CorrectGuest
          key="correct"
          session={session}
          event={event}
          path={path}
          guest={guest}
          close={() => show(null)}
          done={done}
        />
      )}
      {guest !== undefined && dialog === 'transfer' && (
        <TransferGuest key="transfer" session={session} guest={guest} close={() => show(null)} done={done} />
      )}
      {guest !== undefined && dialog === 'decline' && (
        <DeclineGuests
          key="decline"
          title={guestsWords().declining.ask(name)}
          close={() => show(null)}
          decline={decline}
        />
      )}
      {guest !== undefined && dialog === 'erase' && (
        <EraseGuest key="erase" session={session} path={path} guest={guest} close={() => show(null)} done={erased} />
      )}
    </Sheet>
  )
}

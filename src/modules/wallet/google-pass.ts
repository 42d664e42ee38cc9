import type { GoogleWallet } from '../../deps.ts'
import { base64url, signRs256, utf8 } from '../../kernel/crypto.ts'
import { shortCodeShown } from '../../kernel/short-code.ts'
import { SECOND_MS, type Instant } from '../../kernel/time.ts'
import { wholeNameOf } from '../../presentation/name.ts'
import { placeLineOf } from '../../presentation/where.ts'
import type { TicketFacts } from './ticket-facts.ts'

const SAVE = 'https://pay.google.com/gp/v/save/'
const localized = ({ language }: TicketFacts, value: string) => ({ defaultValue: { language: language.locale, value } })

/**
 * The class of an event, which all its guests share. The name in it has the original title and one translation, for
 * this guest. With more translations the link would become so long that it is cut off.
 */
const eventNameOf = (facts: TicketFacts) => {
  const { ownTitle, event, calendar, language } = facts
  return {
    defaultValue: { language: calendar.locale, value: ownTitle },
    ...(event.title === ownTitle ? {} : { translatedValues: [{ language: language.locale, value: event.title }] }),
  }
}

const venueOf = (facts: TicketFacts) => {
  const { location } = facts.event
  const address = placeLineOf(location)
  return location === null || address === ''
    ? {}
    : { venue: { name: localized(facts, location.name ?? address), address: localized(facts, address) } }
}

const payloadOf = (facts: TicketFacts, { issuerId }: GoogleWallet) => {
  const { guest, event, calendar, ticketName } = facts
  const classId = `${issuerId}.${event.id}`
  return {
    eventTicketClasses: [
      {
        id: classId,
        issuerName: calendar.name,
        reviewStatus: 'UNDER_REVIEW',
        eventName: eventNameOf(facts),
        dateTime: { start: event.startAt, end: event.endAt },
        ...venueOf(facts),
      },
    ],
    eventTicketObjects: [
      {
        id: `${issuerId}.${guest.id}`,
        classId,
        state: 'ACTIVE',
        ticketHolderName: wholeNameOf(guest),
        ...(ticketName === null ? {} : { ticketType: localized(facts, ticketName) }),
        barcode: { type: 'QR_CODE', value: guest.qrCode, alternateText: shortCodeShown(guest) },
      },
    ],
  }
}

const part = (value: object) => base64url(utf8(JSON.stringify(value)))

/** Returns the link that saves a pass to Google Wallet. The link contains the whole pass as a signed JWT. */
export const googleSaveUrl = async (facts: TicketFacts, wallet: GoogleWallet, origin: string, now: Instant) => {
  const claims = {
    iss: wallet.account,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now / SECOND_MS),
    origins: [origin],
    payload: payloadOf(facts, wallet),
  }
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  return `${SAVE}${signed}.${base64url(await signRs256(wallet.key, signed))}`
}

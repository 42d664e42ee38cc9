import type { AppleWallet, Config } from '../../deps.ts'
import { hex, utf8 } from '../../kernel/crypto.ts'
import { blackAndWhitePng, packRow } from '../../kernel/png.ts'
import { shortCodeShown } from '../../kernel/short-code.ts'
import { signDetached } from '../../kernel/signed-data.ts'
import { DAY_MS, iso, type Instant } from '../../kernel/time.ts'
import { storedZip } from '../../kernel/zip.ts'
import { wholeNameOf } from '../../presentation/name.ts'
import { beginningOf, whenOf } from '../../presentation/when.ts'
import { placeLineOf } from '../../presentation/where.ts'
import type { TicketFacts } from './ticket-facts.ts'

export const PASS_TYPE = 'application/vnd.apple.pkpass'

const INK = 'rgb(20, 20, 20)'
const PAPER = 'rgb(250, 250, 249)'
const QUIET = 'rgb(168, 168, 164)'

/** A pass expires one day after the event. Apple Wallet then no longer shows it with the current passes. */
const EXPIRES_AFTER_MS = DAY_MS

const field = (key: string, label: string, value: string | null) =>
  value === null || value === '' ? [] : [{ key, label, value }]

const coordinatesOf = ({ event: { location } }: TicketFacts) =>
  typeof location?.latitude === 'number' && typeof location.longitude === 'number'
    ? { locations: [{ latitude: location.latitude, longitude: location.longitude }] }
    : {}

/** Builds `pass.json` in Apple's format. */
const passOf = (facts: TicketFacts, token: string, wallet: AppleWallet, { baseUrl }: Config) => {
  const { guest, ticketName, event, calendar, isValid, language } = facts
  const { words } = language
  const { days, hours } = whenOf(event, language)
  const { day, clock } = beginningOf(event, language)
  const [startsAt, endsAt] = [Date.parse(event.startAt), Date.parse(event.endAt)]
  return {
    formatVersion: 1,
    passTypeIdentifier: wallet.passTypeId,
    teamIdentifier: wallet.teamId,
    serialNumber: guest.id,
    groupingIdentifier: event.id,
    authenticationToken: token,
    webServiceURL: `${baseUrl}/public/passes/`,
    organizationName: calendar.name,
    logoText: calendar.name,
    description: event.title,
    backgroundColor: INK,
    foregroundColor: PAPER,
    labelColor: QUIET,
    relevantDate: iso(startsAt),
    expirationDate: iso(endsAt + EXPIRES_AFTER_MS),
    voided: !isValid,
    sharingProhibited: true,
    ...coordinatesOf(facts),
    barcodes: isValid
      ? [
          {
            format: 'PKBarcodeFormatQR',
            message: guest.qrCode,
            messageEncoding: 'iso-8859-1',
            altText: shortCodeShown(guest),
          },
        ]
      : [],
    eventTicket: {
      headerFields: field('day', words.when.date, day),
      primaryFields: field('event', calendar.name, event.title),
      secondaryFields: [
        ...field('hours', words.when.starts, clock),
        ...field('place', words.where.place, event.location?.name ?? event.location?.city ?? null),
      ],
      auxiliaryFields: [
        ...field('guest', words.guest.name, wholeNameOf(guest)),
        ...field('ticket', words.ticket.ticket, ticketName),
      ],
      backFields: [
        ...field('when', words.when.when, `${days}\n${hours}`),
        ...field('address', words.where.where, placeLineOf(event.location)),
        ...field('link', words.where.join, event.meetingUrl),
        ...field('page', words.guest.registration, facts.manageUrl),
        ...field('about', words.event.about, event.description),
      ],
    },
  }
}

const isWithin = (value: number, from: number, to: number) => value >= from && value < to

/** Draws an icon of a calendar sheet, white on black. */
const isDarkAt = (x: number, y: number) => {
  const isOnLeaf = isWithin(x, 0.2, 0.8) && isWithin(y, 0.2, 0.8)
  const isOnHead = isWithin(y, 0.36, 0.42)
  const isOnDay = isWithin(x, 0.54, 0.68) && isWithin(y, 0.54, 0.68)
  return !isOnLeaf || isOnHead || isOnDay
}
const iconOf = (size: number) =>
  blackAndWhitePng(size, (y) => packRow(size, (x) => isDarkAt((x + 0.5) / size, (y + 0.5) / size)))

const ICON = 29
const icons = async () => ({
  'icon.png': await iconOf(ICON),
  'icon@2x.png': await iconOf(2 * ICON),
  'icon@3x.png': await iconOf(3 * ICON),
})

const sha1 = async (data: Uint8Array<ArrayBuffer>) => hex(await crypto.subtle.digest('SHA-1', data))

/**
 * Builds the `.pkpass` archive: `pass.json`, the icons, a manifest with the SHA-1 of each file, and a signature over
 * the manifest.
 */
export const applePass = async (
  facts: TicketFacts,
  token: string,
  wallet: AppleWallet,
  { config, now }: { config: Config; now: Instant },
) => {
  const pass = utf8(JSON.stringify(passOf(facts, token, wallet, config)))
  const files: Record<string, Uint8Array<ArrayBuffer>> = { 'pass.json': pass, ...(await icons()) }
  const hashes = await Promise.all(Object.entries(files).map(async ([name, data]) => [name, await sha1(data)] as const))
  const manifest = utf8(JSON.stringify(Object.fromEntries(hashes)))
  const signature = await signDetached(manifest, wallet.signer, now)
  return storedZip({ ...files, 'manifest.json': manifest, signature })
}

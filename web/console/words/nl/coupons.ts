import type { CouponsWords } from '../en/coupons.ts'
import { counted } from './counted.ts'

export const coupons: CouponsWords = {
  title: 'Kortingscodes',
  new: 'Nieuwe kortingscode',
  none: 'Nog geen kortingscodes. Iedereen met de code krijgt korting.',
  statuses: {
    ACTIVE: 'Actief',
    SCHEDULED: 'Gepland',
    EXPIRED: 'Verlopen',
    EXHAUSTED: 'Opgebruikt',
    DISABLED: 'Inactief',
  },
  percentOff: (percent) => `${percent}% korting`,
  amountOff: (amount) => `${amount} korting`,
  used: (times) => counted(times, { one: '# keer gebruikt', other: '# keer gebruikt' }),
  usedOf: (times, limit) =>
    counted(times, { one: `# van ${limit} keer gebruikt`, other: `# van ${limit} keer gebruikt` }),
  everyEvent: 'voor alle evenementen',
  oneEvent: 'voor één evenement',
  from: (time) => `vanaf ${time}`,
  until: (time) => `tot ${time}`,
  someTickets: (tickets) => counted(tickets, { one: 'voor # ticket', other: 'voor # tickets' }),
  editOf: (code) => `${code} bewerken`,
  deleteOf: (code) => `${code} verwijderen`,

  deletion: {
    ask: (code) => `${code} verwijderen?`,
    action: 'Kortingscode verwijderen',
    means: 'Bestellingen met deze code houden hun korting.',
  },

  form: {
    editTitle: (code) => `${code} bewerken`,
    code: 'Code',
    discount: 'Korting',
    discounts: { PERCENT: 'percentage', AMOUNT: 'vast bedrag' },
    percent: 'Procent',
    amountIn: (currency) => `Bedrag in ${currency}`,
    uses: 'Aantal keer te gebruiken',
    blankUnlimited: 'leeg = onbeperkt',
    seats: 'Plaatsen met korting per bestelling',
    blankAll: 'leeg = alle',
    validFrom: 'Geldig vanaf',
    blankNow: 'leeg = nu',
    validUntil: 'Geldig tot',
    blankNoEnd: 'leeg = geen einde',
    times: (zone) => `Tijden in ${zone}.`,
    tickets: 'Voor deze tickets',
    ticketsHint: 'Kies er geen om op alle tickets korting te geven.',
    onlyHere: 'Alleen voor dit evenement',
    active: 'Actief',
    create: 'Kortingscode maken',
    save: 'Kortingscode opslaan',
  },
}

import type { Child } from 'hono/jsx/dom'
import type { GuestSheetWords } from '../en/guest-sheet.ts'

export const guestSheet: GuestSheetWords = {
  approve: 'Goedkeuren',
  decline: 'Afwijzen',
  resend: 'Opnieuw sturen',
  transfer: 'Overdragen',
  moreFor: (name) => `Meer acties voor ${name}`,
  resendEmail: 'E-mail opnieuw sturen',
  renewLinks: 'Links vernieuwen',
  erase: 'Wissen…',
  codeOf: (name) => `QR-code van ${name}`,
  answers: 'Antwoorden',

  moves: {
    CONFIRMED: 'Bevestigen',
    CHECKED_IN: 'Handmatig inchecken',
    WAITLISTED: 'Op de wachtlijst zetten',
    DECLINED: 'Afwijzen',
    CANCELLED: 'Inschrijving annuleren',
  },
  moved: {
    CONFIRMED: (name) => `${name}: bevestigd.`,
    CHECKED_IN: (name) => `${name}: ingecheckt.`,
    WAITLISTED: (name) => `${name}: op de wachtlijst.`,
    DECLINED: (name) => `${name}: afgewezen.`,
    CANCELLED: (name) => `${name}: geannuleerd.`,
  },
  approved: (name) => `${name} is goedgekeurd.`,
  declined: (name) => `${name} is afgewezen.`,
  resent: (name) => `We sturen de e-mail opnieuw naar ${name}.`,
  renewed: (name) => `${name} heeft nieuwe links.`,

  history: { title: 'Geschiedenis', none: 'Geen wijzigingen in de afgelopen 30 dagen.' },

  mails: {
    title: 'E-mails',
    none: 'Nog geen e-mails.',
    mail: (kind, status) => `${kind}, ${status}`,
    statuses: {
      sent: 'verstuurd',
      pending: 'onderweg',
      retrying: 'nieuwe poging',
      failed: 'niet bezorgd',
      cancelled: 'niet verstuurd',
    },
    kinds: {
      confirmation: 'Bevestiging',
      promoted: 'Plaats vrijgekomen',
      'transfer.received': 'Plaats ontvangen',
      'transfer.sent': 'Plaats overgedragen',
      pending: 'Inschrijving ontvangen',
      'payment-processing': 'Betaling in behandeling',
      'payment-failed': 'Betaling mislukt',
      'payment-overdue': 'Betaling te laat',
      document: 'Factuur',
      waitlisted: 'Wachtlijst',
      offered: 'Plaats aangeboden',
      refusal: 'Inschrijving afgewezen',
      cancelled: 'Inschrijving geannuleerd',
      withdrawn: 'Geannuleerd door de gast',
      'reply.kept': 'Antwoord uit agenda ontvangen',
      invitation: 'Uitnodiging',
      'event.cancelled': 'Evenement afgelast',
      'event.changed': 'Evenement gewijzigd',
      'address-changed': 'Adres gewijzigd',
      announcement: 'Aankondiging',
      reminder: 'Herinnering',
      refund: 'Terugbetaling',
      'refund-account': 'Rekening voor een terugbetaling',
      registrations: 'Inschrijvingen',
      verification: 'E-mailverificatie',
      party: 'Groep',
    },
  },

  party: {
    title: (guests) => `Samen ingeschreven, ${guests}`,
    list: 'Samen ingeschreven',
    buyerErased: 'We hebben geen gegevens over de persoon die hen inschreef.',
    registeredBy: (name: Child, email: Child): Child => ['Ingeschreven door ', name, ', ', email],
    registeredByWithEmails: (name: Child, email: Child): Child => [
      'Ingeschreven door ',
      name,
      ', ',
      email,
      '. E-mails gaan daarheen, omdat deze gast geen eigen adres heeft.',
    ],
    editBuyer: 'Besteller bewerken',
  },

  edit: {
    title: (name) => `${name} bewerken`,
    guestMoved: 'Het nieuwe adres krijgt een nieuwe code en link. De oude werken meteen niet meer.',
    buyerLead: 'Dit is de naam op de groep en de bestelling. Is de besteller ook gast, bewerk die gast dan apart.',
    buyerMoved:
      'Is er nog iemand in de groep ingeschreven, dan mailen we het nieuwe adres een nieuwe link naar de groep. De oude link werkt meteen niet meer, net als codes en links van gasten die het adres van de besteller delen: hun e-mails gaan voortaan naar het nieuwe adres. Is de besteller ook gast, dan krijgt die gast ook het nieuwe adres.',
    ticketLeft: (ticket, left) => `${ticket} (nog ${left} vrij)`,
    ticketFull: (ticket) => `${ticket} (uitverkocht)`,
    ticketMoved:
      'De gast krijgt een e-mail met het nieuwe ticket. De code blijft geldig. Er wordt nu niets berekend of terugbetaald.',
    samePriceOnly: 'Alleen tickets met dezelfde prijs, omdat de bestelling van de gast die prijs heeft.',
    save: 'Gegevens opslaan',
    saveAndEmail: 'Opslaan en mailen',
    saved: 'Gegevens opgeslagen.',
  },

  transferring: {
    title: (name) => `Plaats van ${name} overdragen`,
    lead: 'Het ticket, de bestelling en de plaats gaan naar iemand anders. De oude code werkt niet meer en beide mensen krijgen een e-mail.',
    name: 'Naam van de ontvanger',
    email: 'E-mailadres van de ontvanger',
    action: 'Overdragen en beiden mailen',
    done: (name) => `De plaats van ${name} is overgedragen. We mailen beide mensen.`,
  },

  erasing: {
    ask: (name) => `${name} wissen?`,
    action: 'Definitief wissen',
    means:
      'We wissen namen, adres, antwoorden en code, ook uit bestellingen, e-mails en geëxporteerde bestanden. Een bezette plaats gaat naar de eerste op de wachtlijst. Dit kun je niet ongedaan maken. Facturen blijven zo lang als de belastingwet het vraagt.',
    done: 'Gast gewist, met alle persoonsgegevens.',
    kept: (numbers: string, until: string) =>
      `Gast gewist. Bewaard tot ${until}, zoals de belastingwet vraagt: ${numbers}`,
  },
}

import type { GuestSheetWords } from '../en/guest-sheet.ts'

export const guestSheet: GuestSheetWords = {
  approve: 'Freigeben',
  decline: 'Ablehnen',
  resend: 'Noch einmal senden',
  transfer: 'Übertragen',
  moreFor: (name) => `Weitere Aktionen für ${name}`,
  resendEmail: 'E-Mail noch einmal senden',
  renewLinks: 'Links erneuern',
  erase: 'Daten löschen …',
  codeOf: (name) => `QR-Code von ${name}`,
  answers: 'Antworten',

  moves: {
    CONFIRMED: 'Bestätigen',
    CHECKED_IN: 'Von Hand einlassen',
    WAITLISTED: 'Auf die Warteliste setzen',
    DECLINED: 'Ablehnen',
    CANCELLED: 'Anmeldung stornieren',
  },
  moved: {
    CONFIRMED: (name) => `${name}: bestätigt.`,
    CHECKED_IN: (name) => `${name}: eingelassen.`,
    WAITLISTED: (name) => `${name}: auf der Warteliste.`,
    DECLINED: (name) => `${name}: abgelehnt.`,
    CANCELLED: (name) => `${name}: storniert.`,
  },
  approved: (name) => `${name} ist freigegeben.`,
  declined: (name) => `${name} ist abgelehnt.`,
  resent: (name) => `Wir senden die E-Mail an ${name} noch einmal.`,
  renewed: (name) => `${name} hat neue Links.`,

  history: { title: 'Verlauf', none: 'Keine Änderungen in den letzten 30 Tagen.' },

  mails: {
    title: 'E-Mails',
    none: 'Noch keine E-Mails.',
    mail: (kind, status) => `${kind}, ${status}`,
    statuses: {
      sent: 'gesendet',
      pending: 'unterwegs',
      retrying: 'neuer Versuch',
      failed: 'nicht zugestellt',
      cancelled: 'nicht gesendet',
    },
    kinds: {
      confirmation: 'Bestätigung',
      promoted: 'Platz frei geworden',
      'transfer.received': 'Übertragung erhalten',
      'transfer.sent': 'Übertragung gesendet',
      pending: 'Anmeldung eingegangen',
      'payment-processing': 'Zahlung in Bearbeitung',
      'payment-failed': 'Zahlung fehlgeschlagen',
      'payment-overdue': 'Zahlung überfällig',
      document: 'Rechnung',
      waitlisted: 'Warteliste',
      offered: 'Platz angeboten',
      refusal: 'Anmeldung abgelehnt',
      cancelled: 'Anmeldung storniert',
      withdrawn: 'Vom Gast storniert',
      'reply.kept': 'Kalenderantwort eingegangen',
      invitation: 'Einladung',
      'event.cancelled': 'Veranstaltung abgesagt',
      'event.changed': 'Veranstaltung geändert',
      'address-changed': 'Adresse geändert',
      announcement: 'Ankündigung',
      reminder: 'Erinnerung',
      refund: 'Erstattung',
      'refund-account': 'Konto für eine Erstattung',
      registrations: 'Anmeldungen',
      verification: 'Bestätigung der E-Mail-Adresse',
      party: 'Gruppe',
    },
  },

  party: {
    title: (guests) => `Gemeinsam angemeldet, ${guests}`,
    list: 'Gemeinsam angemeldet',
    buyerErased: 'Wir haben keine Daten über die Person, die sie angemeldet hat.',
    registeredBy: (name, email) => ['Angemeldet von ', name, ', ', email],
    registeredByWithEmails: (name, email) => [
      'Angemeldet von ',
      name,
      ', ',
      email,
      '. Die E-Mails gehen dorthin, weil dieser Gast keine eigene Adresse hat.',
    ],
    editBuyer: 'Käufer bearbeiten',
  },

  edit: {
    title: (name) => `${name} bearbeiten`,
    guestMoved: 'Die neue Adresse bekommt einen neuen Code und Link. Die alten gelten ab sofort nicht mehr.',
    buyerLead:
      'Dieser Name steht auf der Gruppe und ihrer Bestellung. Wenn der Käufer auch Gast ist, ändern Sie den Namen dieses Gastes getrennt.',
    buyerMoved:
      'Wenn noch jemand aus der Gruppe angemeldet ist, schicken wir der neuen Adresse einen neuen Link zur Gruppe. Der alte Link gilt ab sofort nicht mehr. Das betrifft auch Codes und Links von Gästen mit derselben Adresse: Ihre E-Mails gehen von nun an an die neue. Wenn der Käufer auch Gast ist, gilt die neue Adresse auch für diesen Gast.',
    ticketLeft: (ticket, left) => `${ticket} (noch ${left} frei)`,
    ticketFull: (ticket) => `${ticket} (ausverkauft)`,
    ticketMoved:
      'Der Gast bekommt eine E-Mail mit dem neuen Ticket. Der Code gilt weiter. Jetzt wird nichts berechnet oder erstattet.',
    samePriceOnly: 'Nur Tickets zum selben Preis, weil die Bestellung des Gastes diesen Preis hat.',
    save: 'Angaben speichern',
    saveAndEmail: 'Speichern und schreiben',
    saved: 'Angaben gespeichert.',
  },

  transferring: {
    title: (name) => `Platz von ${name} übertragen`,
    lead: 'Ticket, Bestellung und Platz gehen auf eine andere Person über. Der alte Code gilt dann nicht mehr, und beide bekommen eine E-Mail.',
    name: 'Name der anderen Person',
    email: 'E-Mail-Adresse der anderen Person',
    action: 'Übertragen und beiden schreiben',
    done: (name) => `Der Platz von ${name} ist übertragen. Wir schreiben beiden.`,
  },

  erasing: {
    ask: (name) => `Daten von ${name} löschen?`,
    action: 'Endgültig löschen',
    means:
      'Wir löschen Namen, Adresse, Antworten und Code, auch aus Bestellungen, E-Mails und exportierten Dateien. Ein belegter Platz geht an die erste Person auf der Warteliste. Das lässt sich nicht rückgängig machen. Rechnungen bleiben so lange, wie das Steuerrecht es verlangt.',
    done: 'Gast gelöscht, mit allen persönlichen Daten.',
    kept: (numbers: string, until: string) => `Gast gelöscht. Nach Steuerrecht bleibt bis ${until}: ${numbers}`,
  },
}

import type { GuestSheetWords } from '../en/guest-sheet.ts'

export const guestSheet: GuestSheetWords = {
  approve: 'Zaakceptuj',
  decline: 'Odrzuć',
  resend: 'Wyślij ponownie',
  transfer: 'Przekaż',
  moreFor: (name) => `Więcej działań: ${name}`,
  resendEmail: 'Wyślij e-mail ponownie',
  renewLinks: 'Odnów linki',
  erase: 'Wymaż…',
  codeOf: (name) => `Kod QR: ${name}`,
  answers: 'Odpowiedzi',

  moves: {
    CONFIRMED: 'Potwierdź',
    CHECKED_IN: 'Odnotuj wejście ręcznie',
    WAITLISTED: 'Przenieś na listę oczekujących',
    DECLINED: 'Odrzuć',
    CANCELLED: 'Anuluj rejestrację',
  },
  moved: {
    CONFIRMED: (name) => `${name}: potwierdzono.`,
    CHECKED_IN: (name) => `${name}: odnotowano wejście.`,
    WAITLISTED: (name) => `${name}: lista oczekujących.`,
    DECLINED: (name) => `${name}: odrzucono.`,
    CANCELLED: (name) => `${name}: anulowano.`,
  },
  approved: (name) => `${name}: zaakceptowano.`,
  declined: (name) => `${name}: odrzucono.`,
  resent: (name) => `Ponownie wysyłamy e-mail. Odbiorca: ${name}.`,
  renewed: (name) => `${name} ma nowe linki.`,

  history: { title: 'Historia', none: 'Brak zmian w ostatnich 30 dniach.' },

  mails: {
    title: 'E-maile',
    none: 'Nie ma jeszcze e-maili.',
    mail: (kind, status) => `${kind}, ${status}`,
    statuses: {
      sent: 'wysłano',
      pending: 'w drodze',
      retrying: 'ponawiamy',
      failed: 'nie dostarczono',
      cancelled: 'nie wysłano',
    },
    kinds: {
      confirmation: 'Potwierdzenie',
      promoted: 'Zwolniło się miejsce',
      'transfer.received': 'Otrzymano miejsce',
      'transfer.sent': 'Przekazano miejsce',
      pending: 'Przyjęto zgłoszenie',
      'payment-processing': 'Płatność w toku',
      'payment-failed': 'Płatność nieudana',
      'payment-overdue': 'Płatność po terminie',
      document: 'Faktura',
      waitlisted: 'Lista oczekujących',
      offered: 'Zaproponowano miejsce',
      refusal: 'Odrzucono zgłoszenie',
      cancelled: 'Anulowano rejestrację',
      withdrawn: 'Rezygnacja gościa',
      'reply.kept': 'Odpowiedź z kalendarza',
      invitation: 'Zaproszenie',
      'event.cancelled': 'Odwołano wydarzenie',
      'event.changed': 'Zmieniono wydarzenie',
      'address-changed': 'Zmieniono adres',
      announcement: 'Wiadomość',
      reminder: 'Przypomnienie',
      refund: 'Zwrot',
      'refund-account': 'Konto do zwrotu',
      registrations: 'Rejestracje',
      verification: 'Sprawdzenie adresu e-mail',
      party: 'Grupa',
    },
  },

  party: {
    title: (guests) => `Zapisani razem, ${guests}`,
    list: 'Zapisani razem',
    buyerErased: 'Nie mamy danych osoby, która ich zapisała.',
    registeredBy: (name, email) => ['Kto zapisał: ', name, ', ', email],
    registeredByWithEmails: (name, email) => [
      'Kto zapisał: ',
      name,
      ', ',
      email,
      '. E-maile trafiają tam, bo ten gość nie ma własnego adresu.',
    ],
    editBuyer: 'Edytuj kupującego',
  },

  edit: {
    title: (name) => `Edytuj: ${name}`,
    guestMoved: 'Na nowy adres wyślemy nowy kod i link. Stare natychmiast przestaną działać.',
    buyerLead:
      'To nazwisko widać przy grupie i jej zamówieniu. Jeśli kupujący jest też gościem, nazwisko gościa edytuj osobno.',
    buyerMoved:
      'Jeśli ktoś z grupy jest jeszcze zapisany, na nowy adres wyślemy nowy link do grupy. Stary link natychmiast przestanie działać, podobnie jak kody i linki gości, którzy korzystają z adresu kupującego: ich e-maile będą odtąd trafiać na nowy adres. Jeśli kupujący jest też gościem, nowy adres dostanie także jako gość.',
    ticketLeft: (ticket, left) => `${ticket} (zostało: ${left})`,
    ticketFull: (ticket) => `${ticket} (wyprzedany)`,
    ticketMoved:
      'Gość dostanie e-mail z nowym biletem. Kod pozostaje ważny. Teraz niczego nie pobieramy ani nie zwracamy.',
    samePriceOnly: 'Tylko bilety w tej samej cenie, bo taka jest cena w zamówieniu gościa.',
    save: 'Zapisz dane',
    saveAndEmail: 'Zapisz i wyślij e-mail',
    saved: 'Zapisano dane.',
  },

  transferring: {
    title: (name) => `Przekaż miejsce: ${name}`,
    lead: 'Bilet, zamówienie i miejsce przejdą na kogoś innego. Stary kod przestanie działać, a obie osoby dostaną e-mail.',
    name: 'Imię i nazwisko tej osoby',
    email: 'Adres e-mail tej osoby',
    action: 'Przekaż i wyślij e-maile',
    done: (name) => `Przekazano miejsce: ${name}. Wysyłamy e-mail do obu osób.`,
  },

  erasing: {
    ask: (name) => `Wymazać dane: ${name}?`,
    action: 'Wymaż trwale',
    means:
      'Wymażemy nazwiska, adres, odpowiedzi i kod, także z zamówień, e-maili i wyeksportowanych plików. Zajęte miejsce dostanie pierwsza osoba z listy oczekujących. Tego nie można cofnąć. Faktury zostają tak długo, jak wymaga prawo podatkowe.',
    done: 'Wymazano gościa ze wszystkimi danymi osobowymi.',
    kept: (numbers: string, until: string) =>
      `Wymazano gościa. Do ${until} zostaje zgodnie z prawem podatkowym: ${numbers}`,
  },
}

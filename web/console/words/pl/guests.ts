import type { GuestsWords } from '../en/guests.ts'
import { counted, toGuests, number } from './counted.ts'

const emailsResent = (count: number) =>
  counted(count, {
    one: 'Ponownie wysłano # e-mail',
    few: 'Ponownie wysłano # e-maile',
    many: 'Ponownie wysłano # e-maili',
    other: 'Ponownie wysłano # e-maila',
  })

export const guests: GuestsWords = {
  papers: {
    menu: 'Drukuj i eksportuj',
    csv: 'Pobierz CSV',
    printList: 'Drukuj listę',
    printBadges: 'Drukuj identyfikatory',
    arrived: 'Wejście',
  },

  add: {
    menu: 'Dodaj gości',
    one: 'Dodaj jednego gościa',
    fromFile: 'Dodaj z pliku',
    invite: 'Zaproś e-mailem',
    title: 'Dodaj gościa',
    emailHint: 'Bilet przyjdzie od razu e-mailem.',
    action: 'Dodaj gościa',
    added: (name) => `Dodano: ${name}.`,
  },

  filters: {
    status: 'Status gościa',
    needsApproval: 'Do akceptacji',
    ticket: (name, count) => `${name} (${count})`,
    answer: 'Odpowiedź',
    answerTo: (question, answer) => `${question}: ${answer}`,
    newestFirst: 'Od najnowszych',
  },

  list: {
    search: 'Nazwisko, e-mail lub kod',
    registered: 'Zapis',
    noMatches: 'Brak wyników',
    noMatchesText: 'Żaden gość tego wydarzenia nie pasuje do wyszukiwania i filtrów.',
    none: 'Nie ma jeszcze zapisów',
    noneText: 'Goście pojawiają się tu chwilę po zapisaniu.',
    noneInDraft: 'Zapisy ruszą po opublikowaniu wydarzenia.',
    share: 'Udostępnij wydarzenie',
    position: (position, total) => `${position} z ${total}`,
  },

  selection: {
    label: 'Zaznaczenie',
    count: (count) => `Zaznaczono: ${number(count)}`,
    approve: (count) => `Zaakceptuj: ${number(count)}`,
    decline: (count) => `Odrzuć: ${number(count)}`,
    more: 'Więcej działań na zaznaczonych',
    resend: 'Wyślij e-maile ponownie',
    cancel: 'Anuluj rejestracje…',
    selectFirst: (count) => `Zaznacz pierwsze ${number(count)}`,
    selectAll: (count) => `Zaznacz wszystkie: ${number(count)}`,
    clear: 'Wyczyść zaznaczenie',
  },

  running: {
    failed: (count) => `nie udało się: ${number(count)}`,
    mayLeave: 'Możesz opuścić tę stronę',
    waiting: 'Czekamy na usługę, potem wznowimy',
    paused: 'Wstrzymano',
    pause: 'Wstrzymaj',
    resume: 'Wznów',
    stop: 'Zatrzymaj',
  },

  acts: {
    approve: {
      doing: 'Akceptowanie',
      progress: (done, total) => `Akceptowanie: ${done} z ${total}`,
      done: (count) => `Zaakceptowano: ${number(count)}.`,
      doneExcept: (count, failed) => `Zaakceptowano: ${number(count)}, nie udało się: ${number(failed)}.`,
    },
    reject: {
      doing: 'Odrzucanie',
      progress: (done, total) => `Odrzucanie: ${done} z ${total}`,
      done: (count) => `Odrzucono: ${number(count)}.`,
      doneExcept: (count, failed) => `Odrzucono: ${number(count)}, nie udało się: ${number(failed)}.`,
    },
    resend: {
      doing: 'Ponowne wysyłanie',
      progress: (done, total) => `Ponowne wysyłanie: ${done} z ${total}`,
      done: (count) => `${emailsResent(count)}.`,
      doneExcept: (count, failed) => `${emailsResent(count)}, nie udało się: ${number(failed)}.`,
    },
    cancel: {
      doing: 'Anulowanie',
      progress: (done, total) => `Anulowanie: ${done} z ${total}`,
      done: (count) => `Anulowano: ${number(count)}.`,
      doneExcept: (count, failed) => `Anulowano: ${number(count)}, nie udało się: ${number(failed)}.`,
    },
  },

  declining: {
    ask: (name) => `Odrzucić: ${name}?`,
    askMany: (count) =>
      counted(count, {
        one: 'Odrzucić # gościa?',
        few: 'Odrzucić # gości?',
        many: 'Odrzucić # gości?',
        other: 'Odrzucić # gościa?',
      }),
    means: 'Wyślemy e-mail, że udział nie jest możliwy. Możesz to cofnąć przez 10 sekund.',
    message: 'Wiadomość',
    messageHint: 'Zacytujemy ją w e-mailu.',
    tooLong: (characters) => `Maksymalna liczba znaków: ${number(characters)}.`,
    keep: 'Nie odrzucaj',
    action: 'Odrzuć',
    started: (name) => `${name}: odrzucimy za 10 sekund.`,
    startedMany: (count) =>
      counted(count, {
        one: 'Za 10 sekund odrzucimy # gościa.',
        few: 'Za 10 sekund odrzucimy # gości.',
        many: 'Za 10 sekund odrzucimy # gości.',
        other: 'Za 10 sekund odrzucimy # gościa.',
      }),
    undo: 'Cofnij odrzucenie',
    state: 'Odrzucanie',
  },

  approving: {
    ask: (count) =>
      counted(count, {
        one: 'Zaakceptować # gościa?',
        few: 'Zaakceptować # gości?',
        many: 'Zaakceptować # gości?',
        other: 'Zaakceptować # gościa?',
      }),
  },

  quoted: {
    emails: (count) =>
      counted(count, {
        one: '# adres otrzyma e-mail.',
        few: '# adresy otrzymają e-mail.',
        many: '# adresów otrzyma e-mail.',
        other: '# adresu otrzyma e-mail.',
      }),
    orders: (sum) => `Nowe zamówienia do zapłaty: ${sum}.`,
  },

  cancelling: {
    ask: (count) =>
      counted(count, {
        one: 'Anulować # rejestrację?',
        few: 'Anulować # rejestracje?',
        many: 'Anulować # rejestracji?',
        other: 'Anulować # rejestracji?',
      }),
    action: (count) => `Anuluj i wyślij e-mail ${toGuests(count)}`,
    keep: 'Nie anuluj',
    means: 'Ich miejsca się zwolnią. Płatności nie zostaną zwrócone.',
  },

  names: {
    erased: 'Wymazano',
    erasedBelow: 'dane osobowe wymazano',
    noAddress: 'bez adresu',
    missing: 'Brak nazwiska',
    via: (email) => `przez ${email}`,
    noReply: 'jeszcze bez odpowiedzi',
  },
}

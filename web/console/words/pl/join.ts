import type { JoinWords } from '../en/join.ts'

export const join: JoinWords = {
  title: 'Zaproszenie',
  join: {
    title: (calendar) => `Dołącz do: ${calendar}`,
    invitedBy: {
      OWNER: (who, calendar) => `${who} zaprasza Cię do prowadzenia kalendarza ${calendar} w roli właściciela.`,
      MANAGER: (who, calendar) => `${who} zaprasza Cię do prowadzenia kalendarza ${calendar} w roli menedżera.`,
      STAFF: (who, calendar) => `${who} zaprasza Cię do prowadzenia kalendarza ${calendar} w roli obsługi.`,
    },
    invited: {
      OWNER: (calendar) => `Masz zaproszenie do prowadzenia kalendarza ${calendar} w roli właściciela.`,
      MANAGER: (calendar) => `Masz zaproszenie do prowadzenia kalendarza ${calendar} w roli menedżera.`,
      STAFF: (calendar) => `Masz zaproszenie do prowadzenia kalendarza ${calendar} w roli obsługi.`,
    },
    may: {
      OWNER: 'Właściciele mogą robić wszystko, także zarządzać pieniędzmi, zespołem i kluczami API.',
      MANAGER: 'Menedżerowie prowadzą wydarzenia i zajmują się gośćmi.',
      STAFF: 'Obsługa widzi gości i odnotowuje ich wejście.',
    },
    text: (email) => `Zaproszenie wysłano na adres ${email}. Właściciele zobaczą Twoje imię, nazwisko i adres e-mail.`,
    joinAs: { OWNER: 'Dołącz jako właściciel', MANAGER: 'Dołącz jako menedżer', STAFF: 'Dołącz jako obsługa' },
  },
  waiting: {
    title: 'Czekamy na właściciela',
    text: (name, email, calendar) =>
      `Zalogowano jako ${name}, a zaproszenie wysłano na adres ${email}. Dołączysz do zespołu, gdy właściciel kalendarza ${calendar} potwierdzi, że to Ty.`,
  },
  expired: { title: 'To zaproszenie wygasło', text: 'Zaproszenie działa raz, przez siedem dni. Poproś o nowe.' },
}

import type { JoinWords } from '../en/join.ts'

export const join: JoinWords = {
  title: 'Uitnodiging',
  join: {
    title: (calendar) => `Lid worden van ${calendar}`,
    invitedBy: {
      OWNER: (who, calendar) => `${who} nodigt je uit om ${calendar} mee te organiseren, als eigenaar.`,
      MANAGER: (who, calendar) => `${who} nodigt je uit om ${calendar} mee te organiseren, als manager.`,
      STAFF: (who, calendar) => `${who} nodigt je uit om ${calendar} mee te organiseren, als medewerker.`,
    },
    invited: {
      OWNER: (calendar) => `Je bent uitgenodigd om ${calendar} mee te organiseren, als eigenaar.`,
      MANAGER: (calendar) => `Je bent uitgenodigd om ${calendar} mee te organiseren, als manager.`,
      STAFF: (calendar) => `Je bent uitgenodigd om ${calendar} mee te organiseren, als medewerker.`,
    },
    may: {
      OWNER: 'Eigenaren kunnen alles, ook inkomsten, het team en API-sleutels beheren.',
      MANAGER: 'Managers organiseren evenementen en zorgen voor de gasten.',
      STAFF: 'Medewerkers zien gasten en checken ze in.',
    },
    text: (email) => `${email} is uitgenodigd. De eigenaren zien je naam en e-mailadres.`,
    joinAs: { OWNER: 'Lid worden als eigenaar', MANAGER: 'Lid worden als manager', STAFF: 'Lid worden als medewerker' },
  },
  waiting: {
    title: 'Wachten op een eigenaar',
    text: (name, email, calendar) =>
      `Je bent ingelogd als ${name}, maar ${email} is uitgenodigd. Je wordt lid zodra een eigenaar van ${calendar} bevestigt dat jij het bent.`,
  },
  expired: {
    title: 'Deze uitnodiging is verlopen',
    text: 'Een uitnodiging werkt één keer, zeven dagen lang. Vraag een nieuwe.',
  },
}

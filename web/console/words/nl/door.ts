import type { Child } from 'hono/jsx/dom'
import type { DoorWords } from '../en/door.ts'
import { counted } from './counted.ts'

export const door: DoorWords = {
  findGuest: 'Gast zoeken',
  openKiosk: 'Kiosk openen',

  progress: {
    inside: 'Nu binnen',
    checkedIn: 'Ingecheckt',
    live: 'Live',
    connecting: 'Verbinden',
    ofExpected: (count: Child, expected, small): Child => [count, ' ', small(`van ${expected}`)],
    everyoneIn: 'Iedereen is binnen',
    toGo: (count) => counted(count, { one: 'nog # te gaan', other: 'nog # te gaan' }),
    perMinute: (pace) => `${pace} per minuut`,
    lastGuest: (fromNow) => `in dit tempo is de laatste gast ${fromNow} binnen`,
  },

  chart: {
    title: 'Check-ins per 5 minuten',
    label: 'Check-ins in het afgelopen uur, per 5 minuten',
    from: 'Vanaf',
    checkIns: 'Check-ins',
    bar: (time, guests) => `${time}: ${counted(guests, { one: '# gast', other: '# gasten' })}`,
  },

  gates: { title: 'Poorten', none: 'Nog geen gasten binnen.', noGate: 'Geen poort' },

  latest: {
    title: 'Laatste check-ins',
    none: 'Geen check-ins in het afgelopen uur.',
    time: 'Tijd',
    gate: 'Poort',
    by: 'Door',
    byYou: 'jou',
    actions: 'Acties',
    undoOf: (name) => `Check-in van ${name} ongedaan maken`,
    undone: (name) => `Check-in van ${name} ongedaan gemaakt.`,
  },

  hours: {
    title: 'Check-intijden',
    edit: 'Tijden bewerken',
    opens: (time) => `Opent ${time}`,
    closes: (time) => `Sluit ${time}`,
    opensLabel: 'Opent',
    closesLabel: 'Sluit',
    blankOpens: 'leeg = 4 uur voor het evenement',
    blankCloses: 'leeg = 4 uur na het evenement',
    save: 'Tijden opslaan',
    saved: 'Check-intijden opgeslagen.',
    practice: 'Tot die tijd kun je op de kiosk oefenen. Oefenscans tellen niet mee.',
  },

  staff: {
    title: 'Aan de deur',
    lead: 'Open de kiosk op de telefoon waarmee je gaat scannen. Je bent al ingelogd.',
  },

  checkpoints: {
    title: 'Controlepunten',
    add: 'Controlepunt toevoegen',
    lead: 'Voor een extra deur binnen, zoals een workshop, een maaltijd of een lounge met beperkte ruimte.',
    admitted: (count) => counted(count, { one: '# in totaal', other: '# in totaal' }),
  },

  checkpointForm: {
    newTitle: 'Nieuw controlepunt',
    editTitle: (name) => `${name} bewerken`,
    mode: 'Hoe vaak dezelfde gast naar binnen mag',
    modes: { ONCE: 'Eén keer', DAILY: 'Eén keer per dag', IN_OUT: 'Opnieuw na vertrek' },
    inOutHint: 'Gasten worden ook bij het weggaan gescand.',
    capacity: 'Capaciteit',
    blankUnlimited: 'leeg = onbeperkt',
    opens: 'Opent',
    closes: 'Sluit',
    blankAsDoor: 'leeg = zoals de deur',
    tickets: 'Toegelaten tickets',
    ticketsHint: 'Kies er geen om alle tickets toe te laten.',
    create: 'Controlepunt maken',
    save: 'Controlepunt opslaan',
    delete: 'Controlepunt verwijderen',
    askDelete: (name) => `‘${name}’ verwijderen?`,
    deleteText: 'Gasten kunnen daar niet meer worden gescand. Apparaten bij dit controlepunt werken niet meer.',
  },

  passes: {
    title: 'Deurpassen',
    new: 'Nieuwe deurpas',
    none: 'Een deurpas opent de kiosk op elke telefoon, tot na het evenement en zonder account.',
    needsPlan: 'Met een deurpas checken helpers gasten in zonder account. Je team opent de kiosk door in te loggen.',
    statuses: { ACTIVE: 'Actief', EXPIRED: 'Verlopen', REVOKED: 'Ingetrokken' },
    notUsed: 'nog niet gebruikt',
    used: (fromNow) => `${fromNow} gebruikt`,
    expires: (time) => `verloopt ${time}`,
    revoke: 'Intrekken',
    revokeOf: (label) => `${label} intrekken`,
    askRevoke: (label) => `‘${label}’ intrekken?`,
    revokePass: 'Deurpas intrekken',
    revokeMeans: 'Deze deurpas werkt bij de volgende scan niet meer.',
  },

  passForm: {
    label: 'Label',
    labelExample: 'Vrijwilligers',
    labelHint: 'Wordt bij elke check-in vastgelegd.',
    gate: 'Poort',
    hours: 'Geldig, in uren',
    hoursHint: (time) =>
      `Laat leeg voor een deurpas die geldig blijft tot ${time}, 2 uur na het einde van het evenement.`,
    door: 'Deur',
    everyDoor: 'Alle deuren',
    create: 'Deurpas maken',
  },

  newPass: {
    print: 'Printen',
    copyLink: 'Link kopiëren',
    ofLink: 'de link van de deurpas',
    codeOf: (label) => `QR-code van deurpas ${label}`,
    scan: (expires) =>
      `Scan hem met de camera van een telefoon om de kiosk zonder account te openen. De deurpas verloopt ${expires}.`,
    shownOnce: 'We tonen hem maar één keer. Kwijt? Maak dan een nieuwe deurpas.',
    onPaper: (expires) => `Scan met de camera van een telefoon om de kiosk te openen. Verloopt ${expires}.`,
  },
}

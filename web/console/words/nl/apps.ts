import type { AppsWords } from '../en/apps.ts'

export const apps: AppsWords = {
  title: 'Apps',
  lead: 'Apps en assistenten die voor een lid van deze agenda handelen.',
  none: 'Geen app heeft toegang tot deze agenda.',
  list: 'Apps met toegang',
  calledItself: (name) => `Noemt zichzelf ‘${name}’`,
  allowed: (when, who) => ['Toegestaan ', when, ` door ${who}`],
  neverUsed: 'Nog niet gebruikt',
  lastUsed: (when) => ['Laatst gebruikt ', when],
  scopes: 'De app mag',
  limit: 'Als assistent mag de app',
  limited: 'Opgeslagen.',
  did: 'Wat de app deed',
  end: 'Toegang beëindigen',
  ending: {
    title: (host) => `Toegang van ${host} beëindigen?`,
    about: 'De app kan deze agenda niet meer lezen of wijzigen, en de webhooks stoppen.',
    action: 'Toegang beëindigen',
    done: (host) => `${host} heeft geen toegang meer.`,
  },
  consent: {
    title: 'Een app toestaan',
    wants: (host) => [host, ' wil toegang tot een agenda'],
    calendar: 'Agenda',
    could: 'De app zou kunnen',
    apart:
      'De app zou ook mensen kunnen mailen, aanmeldingen wijzigen, geld terugbetalen of je gegevens elders heen sturen',
    unchecked: (host) => `We hebben ${host} niet gecontroleerd. De app kan nooit meer dan jij.`,
    commandLine: 'De opdrachtregel van deze dienst',
    claimed: 'Elk programma op deze computer kan zich voordoen als evcal. Het kan nooit meer dan jij.',
    returns: (to) => `De app stuurt je terug naar ${to}.`,
    returnsHere:
      'De app stuurt je terug naar een programma op deze computer. Sta dit alleen toe als je dat programma net zelf hebt gestart.',
    elsewhere: (to, host) => `Let op: de app stuurt je naar ${to}, en dat is niet ${host}.`,
    anyTime: 'Je kunt dit altijd beëindigen bij Instellingen → Apps.',
    allow: 'App toestaan',
    noCalendar: {
      title: 'Je hebt geen agenda voor deze app',
      text: 'Een app heeft een agenda met PRO nodig die je beheert of bezit.',
    },
    wrong: {
      title: 'Het verzoek van deze app klopt niet',
      text: 'We sturen je niet terug, omdat het adres misschien niet van de app is. Probeer het opnieuw vanuit de app of meld het de maker.',
    },
  },
}

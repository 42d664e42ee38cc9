import type { AppsWords } from '../en/apps.ts'

export const apps: AppsWords = {
  title: 'Applications',
  lead: 'Applications et assistants qui agissent pour un membre de ce calendrier.',
  none: 'Aucune application n’a accès à ce calendrier.',
  list: 'Applications ayant accès',
  calledItself: (name) => `Se présente comme « ${name} »`,
  allowed: (when, who) => ['Autorisée ', when, ` par ${who}`],
  neverUsed: 'Pas encore utilisée',
  lastUsed: (when) => ['Dernière utilisation ', when],
  scopes: 'L’application peut',
  limit: 'En tant qu’assistant, elle peut',
  limited: 'Enregistré.',
  did: 'Ce qu’elle a fait',
  end: 'Mettre fin à l’accès',
  ending: {
    title: (host) => `Mettre fin à l’accès de ${host} ?`,
    about: 'L’application ne pourra plus lire ni modifier ce calendrier, et ses webhooks s’arrêtent.',
    action: 'Mettre fin à l’accès',
    done: (host) => `${host} n’a plus accès.`,
  },
  consent: {
    title: 'Autoriser une application',
    wants: (host) => [host, ' demande l’accès à un calendrier'],
    calendar: 'Calendrier',
    could: 'L’application pourrait',
    apart:
      'L’application pourrait aussi envoyer des e-mails, modifier des inscriptions, rembourser ou transmettre vos données ailleurs',
    unchecked: (host) => `Nous n’avons pas vérifié ${host}. L’application ne pourra jamais faire plus que vous.`,
    commandLine: 'La ligne de commande de ce service',
    claimed:
      'N’importe quel programme de cet ordinateur peut se faire passer pour evcal. Il ne pourra jamais faire plus que vous.',
    returns: (to) => `L’application vous renverra vers ${to}.`,
    returnsHere:
      'L’application vous renverra vers un programme sur cet ordinateur. Ne l’autorisez que si vous venez de lancer ce programme vous-même.',
    elsewhere: (to, host) => `Attention : l’application vous envoie vers ${to}, et non vers ${host}.`,
    anyTime: 'Vous pouvez y mettre fin à tout moment dans Réglages → Applications.',
    allow: 'Autoriser l’application',
    noCalendar: {
      title: 'Vous n’avez pas de calendrier pour cette application',
      text: 'Une application a besoin d’un calendrier en offre PRO que vous gérez ou possédez.',
    },
    wrong: {
      title: 'La demande de cette application est incorrecte',
      text: 'Nous ne vous renvoyons pas, car l’adresse n’appartient peut-être pas à l’application. Réessayez depuis l’application ou prévenez son éditeur.',
    },
  },
}

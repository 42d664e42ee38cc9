import type { DevelopersWords } from '../en/developers.ts'

export const developers: DevelopersWords = {
  title: 'Entwickler',
  freePlan: {
    needed: (calendar) => `Der Entwicklerbereich braucht den Tarif Plus oder Pro. ${calendar} hat den Tarif Free.`,
    openToAll: (link) => [link('Die Referenz'), ' ist für alle offen.'],
  },
  higherPlan: {
    title: (section, plan) => `${section}: ab Tarif ${plan}`,
    current: (calendar, plan) => `${calendar} hat den Tarif ${plan}.`,
  },

  feed: {
    title: 'Feed',
    lead: 'Abonnieren Sie den Kalender in jeder Kalender-App.',
    public: {
      title: 'Öffentlicher Feed',
      isPrivate: 'Dieser Kalender ist privat und hat deshalb keinen öffentlichen Feed.',
      about:
        'Alle können ihn abonnieren. Er enthält veröffentlichte, öffentliche Veranstaltungen der letzten 90 Tage und der nächsten 18 Monate.',
      address: 'die öffentliche Adresse',
      webcalAddress: 'die öffentliche webcal-Adresse',
    },
    secret: {
      title: 'Geheimer Feed',
      on: 'An',
      off: 'Aus',
      about:
        'Eine zweite Adresse für Sie und Ihr Team, auch mit nicht gelisteten und privaten Veranstaltungen. Halten Sie sie geheim.',
      create: 'Geheime Adresse anlegen',
      replace: 'Adresse ersetzen',
      revoke: 'Adresse widerrufen',
    },
    creating: {
      title: 'Geheime Adresse anlegen?',
      about:
        'Wer sie hat, sieht alle veröffentlichten Veranstaltungen dieses Kalenders, auch nicht gelistete und private.',
      action: 'Adresse anlegen',
    },
    replacing: {
      title: 'Geheime Adresse ersetzen?',
      about: 'Die alte Adresse funktioniert ab sofort nicht mehr. Wer sie abonniert hat, braucht die neue.',
      action: 'Adresse ersetzen',
    },
    revoking: {
      title: 'Geheime Adresse widerrufen?',
      about: 'Sie funktioniert ab sofort nicht mehr. Der öffentliche Feed bleibt unverändert.',
      action: 'Adresse widerrufen',
      done: 'Geheime Adresse widerrufen.',
    },
    created: {
      title: 'Die geheime Adresse',
      address: 'die Adresse',
      warning:
        'Wir zeigen sie nur dieses eine Mal. Wer sie hat, sieht alle veröffentlichten Veranstaltungen, auch nicht gelistete und private.',
      oneTap: 'Für Apps, die mit einem Tippen abonnieren:',
      webcalAddress: 'die webcal-Adresse',
    },
  },

  embed: {
    title: 'Einbetten',
    lead: 'Zeigen Sie Ihre Veranstaltungen mit einem einzigen Tag auf Ihrer Website.',
    isPrivate: 'Dieser Kalender ist privat und lässt sich nicht einbetten. Machen Sie ihn zuerst öffentlich.',
    tag: 'Tag zum Einbetten',
    tagHint: 'Fügen Sie es dort ein, wo die Liste erscheinen soll.',
    copied: 'das Tag',
    theme: 'Darstellung',
    themes: { auto: 'Wie auf dem Gerät eingestellt', light: 'Hell', dark: 'Dunkel' },
    accent: 'Akzentfarbe',
    chooseAccent: 'Akzentfarbe wählen',
    accentHint: (example) => `Eine Farbe wie ${example}. Leer lassen für die Standardfarbe.`,
    notColour: 'Das ist keine Farbe.',
    limit: 'Höchstzahl der Veranstaltungen',
    notLimit: (most) => `Geben Sie eine Zahl von 1 bis ${most} ein.`,
    compact: 'Kompakt, ohne Bilder und Kurztexte',
    preview: 'Vorschau',
    previewOfList: 'Vorschau der eingebetteten Liste',
  },

  reference: {
    title: 'Referenz',
    lead: 'Greifen Sie mit eigenem Code auf diesen Kalender zu.',
    base: 'Basis-URL',
    copiedBase: 'die Basis-URL',
    copiedCommand: 'den Befehl',
    listWithKey: 'Die Veranstaltungen dieses Kalenders mit einem API-Schlüssel abrufen:',
    listPublic: 'Die öffentlichen Veranstaltungen dieses Kalenders abrufen:',
    whole: {
      title: 'Die Referenz',
      about: 'Alle Operationen, mit Anfragen zum Ausprobieren, ausgefüllt für diesen Kalender.',
    },
    quickStarts: {
      title: 'Schnelleinstiege',
      about: 'Von der eingebetteten Liste bis zum geprüften Webhook, jeweils in wenigen Zeilen.',
    },
    webhooks: {
      title: 'Webhooks',
      about: 'Die Payload jedes Ereignistyps und die Header beider Formen.',
    },
    document: {
      title: 'OpenAPI 3.1',
      about: 'Der maschinenlesbare Vertrag, für Generatoren und Linter.',
    },
  },

  secret: {
    warning: 'Wir zeigen es nur dieses eine Mal. Bewahren Sie es auf einem Server auf, nie in einer Webseite.',
    saved: 'Ich habe es gespeichert',
  },
}

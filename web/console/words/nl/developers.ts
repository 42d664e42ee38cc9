import type { Child } from 'hono/jsx/dom'
import type { DevelopersWords } from '../en/developers.ts'

export const developers: DevelopersWords = {
  title: 'Ontwikkelaars',
  freePlan: {
    needed: (calendar) => `Voor het ontwikkelaarspaneel heb je Plus of Pro nodig, en ${calendar} heeft Free.`,
    openToAll: (link): Child[] => ['Iedereen kan ', link('de documentatie'), ' lezen.'],
  },
  higherPlan: {
    title: (section, plan) => `${section}: ${plan} nodig`,
    current: (calendar, plan) => `${calendar} heeft ${plan}.`,
  },

  feed: {
    title: 'Feed',
    lead: 'Abonneer je op de agenda in elke agenda-app.',
    public: {
      title: 'Openbare feed',
      isPrivate: 'Deze agenda is privé en heeft daarom geen openbare feed.',
      about:
        'Iedereen kan zich abonneren. Bevat gepubliceerde openbare evenementen van 90 dagen geleden tot 18 maanden vooruit.',
      address: 'het openbare adres',
      webcalAddress: 'het openbare webcal-adres',
    },
    secret: {
      title: 'Geheime feed',
      on: 'Aan',
      off: 'Uit',
      about: 'Een tweede adres voor jou en je team, ook met verborgen en privé-evenementen. Houd het geheim.',
      create: 'Geheim adres maken',
      replace: 'Adres vervangen',
      revoke: 'Adres intrekken',
    },
    creating: {
      title: 'Geheim adres maken?',
      about: 'Wie het heeft, kan elk gepubliceerd evenement van deze agenda lezen, ook verborgen en privé.',
      action: 'Adres maken',
    },
    replacing: {
      title: 'Geheim adres vervangen?',
      about: 'Het oude adres werkt meteen niet meer. Wie erop geabonneerd is, heeft het nieuwe nodig.',
      action: 'Adres vervangen',
    },
    revoking: {
      title: 'Geheim adres intrekken?',
      about: 'Het werkt meteen niet meer. De openbare feed verandert niet.',
      action: 'Adres intrekken',
      done: 'Geheim adres ingetrokken.',
    },
    created: {
      title: 'Het geheime adres',
      address: 'het adres',
      warning: 'We tonen het alleen nu. Wie het heeft, kan elk gepubliceerd evenement lezen, ook verborgen en privé.',
      oneTap: 'Voor apps die met één tik abonneren:',
      webcalAddress: 'het webcal-adres',
    },
  },

  embed: {
    title: 'Widget',
    lead: 'Toon je evenementen met één tag op je eigen website.',
    isPrivate: 'Deze agenda is privé en kan niet worden ingesloten. Maak hem eerst openbaar.',
    tag: 'Tag voor je website',
    tagHint: 'Plak hem waar de lijst moet komen.',
    copied: 'de tag',
    theme: 'Thema',
    themes: { auto: 'Zoals het apparaat van de lezer', light: 'Licht', dark: 'Donker' },
    accent: 'Accentkleur',
    chooseAccent: 'Accentkleur kiezen',
    accentHint: (example) => `Een kleur, zoals ${example}. Leeg = standaard.`,
    notColour: 'Dit is geen kleur.',
    limit: 'Maximumaantal evenementen',
    notLimit: (most) => `Vul een getal van 1 tot ${most} in.`,
    compact: 'Compact, zonder afbeeldingen en samenvattingen',
    preview: 'Voorbeeld',
    previewOfList: 'Voorbeeld van de ingesloten lijst',
  },

  reference: {
    title: 'Documentatie',
    lead: 'Gebruik deze agenda vanuit je eigen code.',
    base: 'Basis-URL',
    copiedBase: 'de basis-URL',
    copiedCommand: 'de opdracht',
    listWithKey: 'De evenementen van deze agenda opvragen met een API-sleutel:',
    listPublic: 'De openbare evenementen van deze agenda opvragen:',
    whole: {
      title: 'De documentatie',
      about: 'Alle bewerkingen, met verzoeken die je kunt uitvoeren, ingevuld voor deze agenda.',
    },
    quickStarts: {
      title: 'Snelstartgidsen',
      about: 'Van ingesloten lijst tot geverifieerde webhook, elk in een paar regels.',
    },
    webhooks: {
      title: 'Webhooks',
      about: 'De payload van elk gebeurtenistype en de headers van beide vormen.',
    },
    document: {
      title: 'OpenAPI 3.1',
      about: 'Het machineleesbare contract, voor generators en linters.',
    },
  },

  secret: {
    warning: 'We tonen dit alleen nu. Bewaar het op een server, nooit in een webpagina.',
    saved: 'Ik heb het opgeslagen',
  },
}

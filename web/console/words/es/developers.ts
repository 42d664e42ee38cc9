import type { DevelopersWords } from '../en/developers.ts'

export const developers: DevelopersWords = {
  title: 'Desarrolladores',
  freePlan: {
    needed: (calendar) => `El panel de desarrolladores requiere Plus o Pro, y ${calendar} tiene el plan Free.`,
    openToAll: (link) => ['Cualquiera puede leer ', link('la referencia'), '.'],
  },
  higherPlan: {
    title: (section, plan) => `${section}: a partir del plan ${plan}`,
    current: (calendar, plan) => `${calendar} tiene el plan ${plan}.`,
  },
  feed: {
    title: 'Feed',
    lead: 'Suscríbete desde cualquier aplicación de calendario.',
    public: {
      title: 'Feed público',
      isPrivate: 'Este calendario es privado y no tiene feed público.',
      about:
        'Cualquiera puede suscribirse. Contiene los eventos públicos publicados, desde hace 90 días hasta dentro de 18 meses.',
      address: 'la dirección pública',
      webcalAddress: 'la dirección webcal pública',
    },
    secret: {
      title: 'Feed secreto',
      on: 'Activado',
      off: 'Desactivado',
      about: 'Otra dirección para ti y tu equipo, que incluye los eventos no listados y privados. No la compartas.',
      create: 'Crear dirección secreta',
      replace: 'Sustituir dirección',
      revoke: 'Revocar dirección',
    },
    creating: {
      title: '¿Crear una dirección secreta?',
      about:
        'Quien la tenga podrá leer todos los eventos publicados de este calendario, incluidos los no listados y los privados.',
      action: 'Crear dirección',
    },
    replacing: {
      title: '¿Sustituir la dirección secreta?',
      about: 'La antigua deja de funcionar al momento. Quienes estén suscritos necesitarán la nueva.',
      action: 'Sustituir dirección',
    },
    revoking: {
      title: '¿Revocar la dirección secreta?',
      about: 'Deja de funcionar al momento. El feed público no cambia.',
      action: 'Revocar dirección',
      done: 'Dirección secreta revocada.',
    },
    created: {
      title: 'La dirección secreta',
      address: 'la dirección',
      warning:
        'Solo la mostramos esta vez. Quien la tenga podrá leer todos los eventos publicados, incluidos los no listados y los privados.',
      oneTap: 'Para aplicaciones que se suscriben con un toque:',
      webcalAddress: 'la dirección webcal',
    },
  },
  embed: {
    title: 'Insertar',
    lead: 'Muestra tus eventos en tu web con una sola etiqueta.',
    isPrivate: 'Este calendario es privado y no se puede insertar. Hazlo público primero.',
    tag: 'Etiqueta para insertar',
    tagHint: 'Pégala donde deba aparecer la lista.',
    copied: 'la etiqueta',
    theme: 'Tema',
    themes: { auto: 'Según el dispositivo', light: 'Claro', dark: 'Oscuro' },
    accent: 'Color de acento',
    chooseAccent: 'Elegir el color de acento',
    accentHint: (example) => `Un color como ${example}. Déjalo vacío para el predeterminado.`,
    notColour: 'Esto no es un color.',
    limit: 'Número máximo de eventos',
    notLimit: (most) => `Escribe un número del 1 al ${most}.`,
    compact: 'Compacta, sin imágenes ni resúmenes',
    preview: 'Vista previa',
    previewOfList: 'Vista previa de la lista insertada',
  },
  reference: {
    title: 'Referencia',
    lead: 'Accede a este calendario desde tu propio código.',
    base: 'URL base',
    copiedBase: 'la URL base',
    copiedCommand: 'el comando',
    listWithKey: 'Listar los eventos de este calendario con una clave de API:',
    listPublic: 'Listar los eventos públicos de este calendario:',
    whole: {
      title: 'La referencia',
      about: 'Todas las operaciones, con solicitudes para probar, ya rellenas con este calendario.',
    },
    quickStarts: { title: 'Primeros pasos', about: 'De una lista insertada a un webhook verificado, en pocas líneas.' },
    webhooks: { title: 'Webhooks', about: 'El contenido de cada tipo de evento y las cabeceras de las dos formas.' },
    document: { title: 'OpenAPI 3.1', about: 'El contrato legible por máquinas, para generadores y linters.' },
  },
  secret: {
    warning: 'Solo lo mostramos esta vez. Guárdalo en un servidor, nunca en una página web.',
    saved: 'Ya lo he guardado',
  },
}

import type { EditorWords } from '../en/editor.ts'
import { counted } from './counted.ts'

export const editor: EditorWords = {
  frame: { tabs: 'Secciones de este evento', overview: 'Resumen', viewPage: 'Ver página' },
  title: (event) => `Editar ${event}`,
  parts: { what: 'Detalles', when: 'Fecha y hora', where: 'Lugar', registration: 'Inscripción', seen: 'Visibilidad' },
  preview: 'Vista previa',
  unsaved: 'Cambios sin guardar',
  allSaved: 'Todo guardado',
  saved: 'Cambios guardados.',
  publish: 'Publicar',
  ticketsAndQuestions: 'Entradas y preguntas',
  saving: {
    title: 'Guardar cambios',
    saveAndEmail: (guests) =>
      counted(guests, { one: 'Guardar y avisar a # invitado', other: 'Guardar y avisar a # invitados' }),
    applyTo: 'Aplicar a',
    apply: { this: 'Solo esta fecha', following: 'Esta fecha y las siguientes', all: 'Todas las fechas de la serie' },
    allHint: 'Las fechas editadas por separado conservan sus cambios.',
    willChange: (dates) => counted(dates, { one: 'Cambiará # fecha.', other: 'Cambiarán # fechas.' }),
    email: (guests) =>
      counted(guests, { one: 'Avisar por correo a # invitado', other: 'Avisar por correo a # invitados' }),
    emailHint: 'Recibirán la nueva hora y el nuevo lugar.',
  },
  cover: {
    label: 'Portada',
    choose: 'Elegir una imagen',
    replace: 'Elegir otra imagen',
    uploading: 'Subiendo…',
    uploaded: (width, height, kilobytes) =>
      `${width} × ${height}, ${kilobytes} KB. Tu navegador quitó los metadatos antes de subirla.`,
    hint: 'Arrastra, pega o elige un JPEG, PNG o WebP. Sin imagen, dibujamos un cartel.',
    logoHint: 'Arrastra o elige un JPEG, PNG o WebP. Sin imagen, mostramos la inicial del nombre.',
    useColour: 'Usar su color',
    remove: 'Quitar imagen',
    linkPreview: 'Vista previa del enlace',
  },
  hues: { colour: (degrees) => `Color ${degrees}°`, automatic: 'Automático, según el nombre' },
}

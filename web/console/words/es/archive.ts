import type { ArchiveWords } from '../en/archive.ts'
import { counted } from './counted.ts'

export const archive: ArchiveWords = {
  title: 'Mudarse a otra instalación',
  lead: 'Un archivo es un ZIP con todo lo que hay en este calendario. Otra instalación lo restaura con las mismas direcciones, enlaces y códigos QR.',
  create: 'Crear archivo',
  list: 'Archivos',
  states: {
    running: (rows) =>
      counted(rows, {
        one: 'Lo estamos creando. # fila por ahora.',
        other: 'Lo estamos creando. # filas por ahora.',
      }),
    ready: (until) => `Listo. Puedes descargarlo hasta el ${until}.`,
    failed: 'No pudimos crear el archivo.',
  },
  download: (size) => `Descargar ${size}`,
  key: {
    title: 'Tu archivo tiene una clave',
    of: 'la clave del archivo',
    warning:
      'Guarda esta clave ahora. Solo la mostramos una vez. Sin ella, los invitados necesitarán enlaces nuevos tras una restauración.',
    stored: 'He guardado la clave',
  },
  restore: {
    open: 'Restaurar un archivo',
    title: 'Restaurar un calendario',
    lead: 'Elige el ZIP de un calendario de otra instalación. Lo añadimos aquí, contigo como único miembro.',
    file: 'Archivo',
    key: 'Clave del archivo',
    keyHint:
      'Sin la clave, los invitados necesitan enlaces nuevos, los webhooks reciben secretos nuevos y una importación posterior no reconoce a las personas borradas.',
    slug: 'Nueva dirección',
    slugHint: 'La dirección del archivo ya se usa aquí.',
    start: 'Restaurar calendario',
    uploading: (sent, whole) => `Hemos recibido ${sent} de ${whole}. Deja esta ventana abierta.`,
    running: (done, parts) => `Restaurando un calendario: ${done} de ${parts} partes. Puedes cerrar esta página.`,
    done: 'Hemos restaurado tu calendario. Es privado y no envía nada. Revísalo y después anula su eliminación para abrirlo.',
    changed: 'Este archivo se modificó después de crearse. Revisa el calendario con atención.',
    show: 'Ver calendario',
    failed: 'No pudimos restaurar el calendario. Estamos borrando lo que habíamos añadido.',
    hide: 'Ocultar',
  },
}

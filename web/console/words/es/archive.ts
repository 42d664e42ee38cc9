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
    failed: 'No pudimos crear el archivo. Crea otro.',
  },
  download: (size) => `Descargar ${size}`,
  key: {
    title: 'Tu archivo tiene una clave',
    of: 'la clave del archivo',
    warning:
      'Guarda esta clave ahora. Solo la mostramos una vez. Sin ella, los invitados necesitarán enlaces nuevos tras una restauración.',
    stored: 'He guardado la clave',
  },
}

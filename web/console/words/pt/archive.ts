import type { ArchiveWords } from '../en/archive.ts'
import { counted } from './counted.ts'

export const archive: ArchiveWords = {
  title: 'Mudar para outra instalação',
  lead: 'Um arquivo é um ZIP com tudo o que está neste calendário. Outra instalação restaura-o com os mesmos endereços, ligações e códigos QR.',
  create: 'Criar arquivo',
  list: 'Arquivos',
  states: {
    running: (rows) =>
      counted(rows, {
        one: 'Estamos a escrevê-lo. # linha até agora.',
        other: 'Estamos a escrevê-lo. # linhas até agora.',
      }),
    ready: (until) => `Pronto. Pode transferi-lo até ${until}.`,
    failed: 'Não conseguimos escrever o arquivo.',
  },
  download: (size) => `Transferir ${size}`,
  key: {
    title: 'O seu arquivo tem uma chave',
    of: 'a chave do arquivo',
    warning:
      'Guarde esta chave agora. Só a mostramos uma vez. Sem ela, os convidados precisam de novas ligações depois de um restauro.',
    stored: 'Já guardei a chave',
  },
  restore: {
    open: 'Restaurar um arquivo',
    title: 'Restaurar um calendário',
    lead: 'Escolha o ZIP de um calendário de outra instalação. Adicionamo-lo aqui, consigo como único membro.',
    file: 'Arquivo',
    key: 'Chave do arquivo',
    keyHint:
      'Sem a chave, os convidados precisam de novas ligações, os webhooks recebem novos segredos e uma importação posterior não reconhece as pessoas apagadas.',
    slug: 'Novo endereço',
    slugHint: 'O endereço do arquivo já está a ser usado aqui.',
    start: 'Restaurar calendário',
    uploading: (sent, whole) => `Recebemos ${sent} de ${whole}. Mantenha esta janela aberta.`,
    running: (done, parts) => `A restaurar um calendário: ${done} de ${parts} partes. Pode fechar esta página.`,
    done: 'Restaurámos o seu calendário. É privado e não envia nada. Verifique-o e depois anule a eliminação para o abrir.',
    changed: 'Este arquivo foi alterado depois de criado. Verifique o calendário com atenção.',
    show: 'Mostrar calendário',
    failed: 'Não conseguimos restaurar o calendário. Estamos a apagar o que tínhamos adicionado.',
    hide: 'Ocultar',
  },
}

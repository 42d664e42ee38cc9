import type { ArchiveWords } from '../en/archive.ts'
import { number } from './counted.ts'

export const archive: ArchiveWords = {
  title: '別の環境に移す',
  lead: 'アーカイブは、このカレンダーのすべてを含む1つのZIPファイルです。別の環境で、同じアドレス、リンク、QRコードのまま復元できます。',
  create: 'アーカイブを作成',
  list: 'アーカイブ',
  states: {
    running: (rows) => `作成中です。現在${number(rows)}行です。`,
    ready: (until) => `完成しました。${until}までダウンロードできます。`,
    failed: 'アーカイブを作成できませんでした。もう一度作成してください。',
  },
  download: (size) => `${size}をダウンロード`,
  key: {
    title: 'アーカイブの鍵',
    of: 'アーカイブの鍵',
    warning:
      'この鍵を今すぐ保管してください。表示は一度だけです。鍵がないと、復元後にゲストの新しいリンクが必要になります。',
    stored: '鍵を保管しました',
  },
}

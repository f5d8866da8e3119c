import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Barcode from 'lucide-react/icons/barcode';
import BookOpen from 'lucide-react/icons/book-open';
import Boxes from 'lucide-react/icons/boxes';
import Bug from 'lucide-react/icons/bug';
import Calculator from 'lucide-react/icons/calculator';
import Calendar from 'lucide-react/icons/calendar';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ChartColumn from 'lucide-react/icons/chart-column';
import ChartLine from 'lucide-react/icons/chart-line';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ChevronUp from 'lucide-react/icons/chevron-up';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Clock from 'lucide-react/icons/clock';
import Code from 'lucide-react/icons/code';
import Coins from 'lucide-react/icons/coins';
import Columns3 from 'lucide-react/icons/columns-3';
import Contact from 'lucide-react/icons/contact';
import Container from 'lucide-react/icons/container';
import Copy from 'lucide-react/icons/copy';
import CreditCard from 'lucide-react/icons/credit-card';
import DollarSign from 'lucide-react/icons/dollar-sign';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Euro from 'lucide-react/icons/euro';
import File from 'lucide-react/icons/file';
import FileText from 'lucide-react/icons/file-text';
import Flag from 'lucide-react/icons/flag';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Gauge from 'lucide-react/icons/gauge';
import HandCoins from 'lucide-react/icons/hand-coins';
import History from 'lucide-react/icons/history';
import House from 'lucide-react/icons/house';
import IdCard from 'lucide-react/icons/id-card';
import Image from 'lucide-react/icons/image';
import Inbox from 'lucide-react/icons/inbox';
import KeyRound from 'lucide-react/icons/key-round';
import Landmark from 'lucide-react/icons/landmark';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Link from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import Lock from 'lucide-react/icons/lock';
import LogIn from 'lucide-react/icons/log-in';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Maximize2 from 'lucide-react/icons/maximize-2';
import Megaphone from 'lucide-react/icons/megaphone';
import Menu from 'lucide-react/icons/menu';
import OctagonX from 'lucide-react/icons/octagon-x';
import PanelsTopLeft from 'lucide-react/icons/panels-top-left';
import Pencil from 'lucide-react/icons/pencil';
import Percent from 'lucide-react/icons/percent';
import Plug from 'lucide-react/icons/plug';
import Plus from 'lucide-react/icons/plus';
import Printer from 'lucide-react/icons/printer';
import QrCode from 'lucide-react/icons/qr-code';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Rocket from 'lucide-react/icons/rocket';
import Rows3 from 'lucide-react/icons/rows-3';
import Scale from 'lucide-react/icons/scale';
import ScanBarcode from 'lucide-react/icons/scan-barcode';
import Search from 'lucide-react/icons/search';
import Send from 'lucide-react/icons/send';
import Settings from 'lucide-react/icons/settings';
import Shield from 'lucide-react/icons/shield';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import ShoppingCart from 'lucide-react/icons/shopping-cart';
import SquareArrowOutUpRight from 'lucide-react/icons/square-arrow-out-up-right';
import Star from 'lucide-react/icons/star';
import Store from 'lucide-react/icons/store';
import Table from 'lucide-react/icons/table';
import Tablet from 'lucide-react/icons/tablet';
import Tag from 'lucide-react/icons/tag';
import Tags from 'lucide-react/icons/tags';
import Trash2 from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Truck from 'lucide-react/icons/truck';
import Undo2 from 'lucide-react/icons/undo-2';
import Upload from 'lucide-react/icons/upload';
import User from 'lucide-react/icons/user';
import UserRoundCog from 'lucide-react/icons/user-round-cog';
import Users from 'lucide-react/icons/users';
import Wallet from 'lucide-react/icons/wallet';
import Workflow from 'lucide-react/icons/workflow';
import Wrench from 'lucide-react/icons/wrench';
import X from 'lucide-react/icons/x';
import type { ComponentType } from 'react';

/** Icons that routes, masks and buttons refer to by name. An unknown name shows the general icon. */
const ICONS: Record<string, ComponentType<{ size: string; strokeWidth: number; fill?: string }>> = {
  home: House,
  user: User,
  team: Users,
  shop: Store,
  inbox: Inbox,
  appstore: LayoutGrid,
  barcode: Barcode,
  printer: Printer,
  setting: Settings,
  file: File,
  'file-text': FileText,
  'account-book': BookOpen,
  'credit-card': CreditCard,
  fund: ChartLine,
  'pay-circle': HandCoins,
  shopping: ShoppingBag,
  tag: Tag,
  tags: Tags,
  calculator: Calculator,
  experiment: FlaskConical,
  truck: Truck,
  bank: Landmark,
  euro: Euro,
  dollar: DollarSign,
  coins: Coins,
  calendar: Calendar,
  notification: Megaphone,
  search: Search,
  warning: TriangleAlert,
  bug: Bug,
  idcard: IdCard,
  lock: Lock,
  key: KeyRound,
  safety: Shield,
  audit: ClipboardCheck,
  container: Container,
  gold: Boxes,
  percentage: Percent,
  'unordered-list': List,
  table: Table,
  link: Link,
  tool: Wrench,
  code: Code,
  schedule: CalendarClock,
  'shopping-cart': ShoppingCart,
  wallet: Wallet,
  solution: Contact,
  receipt: ReceiptText,
  import: LogIn,
  export: SquareArrowOutUpRight,
  delete: Trash2,
  edit: Pencil,
  copy: Copy,
  rollback: Undo2,
  download: Download,
  upload: Upload,
  star: Star,
  check: Check,
  history: History,
  dashboard: Gauge,
  apartment: Workflow,
  qrcode: QrCode,
  scan: ScanBarcode,
  flag: Flag,
  environment: MapPin,
  'clock-circle': Clock,
  'check-circle': CircleCheck,
  'close-circle': CircleX,
  stop: OctagonX,
  swap: ArrowLeftRight,
  tablet: Tablet,
  layout: PanelsTopLeft,
  mail: Mail,
  picture: Image,
  'bar-chart': ChartColumn,
  transaction: ArrowRightLeft,
  send: Send,
  reconciliation: Scale,
  rocket: Rocket,
  api: Plug,
  expand: Maximize2,
  close: X,
  rows: Rows3,
  down: ChevronDown,
  left: ChevronLeft,
  right: ChevronRight,
  more: Ellipsis,
  plus: Plus,
  up: ChevronUp,
  columns: Columns3,
  menu: Menu,
  'switch-user': UserRoundCog,
  question: CircleQuestionMark,
};

/** Always beside a text with the same meaning, so it is hidden from screen readers. `filled` is for a state that is on, such as a star. */
export function Icon({ name, filled = false }: { name: string; filled?: boolean }) {
  const Drawn = ICONS[name] ?? LayoutGrid;
  return (
    <span className="k-icon" aria-hidden>
      <Drawn size="1.15em" strokeWidth={1.75} {...(filled ? { fill: 'currentColor' } : {})} />
    </span>
  );
}

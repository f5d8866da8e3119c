import type { Words } from '../layout/scope.ts';

/**
 * Country names by ISO 3166-1 alpha-2 code, English | Chinese | German, from the Unicode locale data. Stored here, because browsers differ.
 */
const NAMES = `
AD Andorra | 安道尔 | Andorra
AE United Arab Emirates | 阿拉伯联合酋长国 | Vereinigte Arabische Emirate
AF Afghanistan | 阿富汗 | Afghanistan
AG Antigua & Barbuda | 安提瓜和巴布达 | Antigua und Barbuda
AI Anguilla | 安圭拉 | Anguilla
AL Albania | 阿尔巴尼亚 | Albanien
AM Armenia | 亚美尼亚 | Armenien
AO Angola | 安哥拉 | Angola
AR Argentina | 阿根廷 | Argentinien
AS American Samoa | 美属萨摩亚 | Amerikanisch-Samoa
AT Austria | 奥地利 | Österreich
AU Australia | 澳大利亚 | Australien
AW Aruba | 阿鲁巴 | Aruba
AX Åland Islands | 奥兰群岛 | Ålandinseln
AZ Azerbaijan | 阿塞拜疆 | Aserbaidschan
BA Bosnia & Herzegovina | 波斯尼亚和黑塞哥维那 | Bosnien und Herzegowina
BB Barbados | 巴巴多斯 | Barbados
BD Bangladesh | 孟加拉国 | Bangladesch
BE Belgium | 比利时 | Belgien
BF Burkina Faso | 布基纳法索 | Burkina Faso
BG Bulgaria | 保加利亚 | Bulgarien
BH Bahrain | 巴林 | Bahrain
BI Burundi | 布隆迪 | Burundi
BJ Benin | 贝宁 | Benin
BL St Barthélemy | 圣巴泰勒米 | St. Barthélemy
BM Bermuda | 百慕大 | Bermuda
BN Brunei | 文莱 | Brunei Darussalam
BO Bolivia | 玻利维亚 | Bolivien
BQ Caribbean Netherlands | 荷属加勒比区 | Karibische Niederlande
BR Brazil | 巴西 | Brasilien
BS Bahamas | 巴哈马 | Bahamas
BT Bhutan | 不丹 | Bhutan
BW Botswana | 博茨瓦纳 | Botsuana
BY Belarus | 白俄罗斯 | Belarus
BZ Belize | 伯利兹 | Belize
CA Canada | 加拿大 | Kanada
CC Cocos (Keeling) Islands | 科科斯（基林）群岛 | Kokosinseln
CD Congo - Kinshasa | 刚果（金） | Kongo-Kinshasa
CF Central African Republic | 中非共和国 | Zentralafrikanische Republik
CG Congo - Brazzaville | 刚果（布） | Kongo-Brazzaville
CH Switzerland | 瑞士 | Schweiz
CI Côte d’Ivoire | 科特迪瓦 | Côte d’Ivoire
CK Cook Islands | 库克群岛 | Cookinseln
CL Chile | 智利 | Chile
CM Cameroon | 喀麦隆 | Kamerun
CN China | 中国 | China
CO Colombia | 哥伦比亚 | Kolumbien
CR Costa Rica | 哥斯达黎加 | Costa Rica
CU Cuba | 古巴 | Kuba
CV Cape Verde | 佛得角 | Cabo Verde
CW Curaçao | 库拉索 | Curaçao
CX Christmas Island | 圣诞岛 | Weihnachtsinsel
CY Cyprus | 塞浦路斯 | Zypern
CZ Czechia | 捷克 | Tschechien
DE Germany | 德国 | Deutschland
DJ Djibouti | 吉布提 | Dschibuti
DK Denmark | 丹麦 | Dänemark
DM Dominica | 多米尼克 | Dominica
DO Dominican Republic | 多米尼加共和国 | Dominikanische Republik
DZ Algeria | 阿尔及利亚 | Algerien
EC Ecuador | 厄瓜多尔 | Ecuador
EE Estonia | 爱沙尼亚 | Estland
EG Egypt | 埃及 | Ägypten
EH Western Sahara | 西撒哈拉 | Westsahara
ER Eritrea | 厄立特里亚 | Eritrea
ES Spain | 西班牙 | Spanien
ET Ethiopia | 埃塞俄比亚 | Äthiopien
FI Finland | 芬兰 | Finnland
FJ Fiji | 斐济 | Fidschi
FK Falkland Islands | 福克兰群岛 | Falklandinseln
FM Micronesia | 密克罗尼西亚 | Mikronesien
FO Faroe Islands | 法罗群岛 | Färöer
FR France | 法国 | Frankreich
GA Gabon | 加蓬 | Gabun
GB United Kingdom | 英国 | Vereinigtes Königreich
GD Grenada | 格林纳达 | Grenada
GE Georgia | 格鲁吉亚 | Georgien
GF French Guiana | 法属圭亚那 | Französisch-Guayana
GG Guernsey | 根西岛 | Guernsey
GH Ghana | 加纳 | Ghana
GI Gibraltar | 直布罗陀 | Gibraltar
GL Greenland | 格陵兰 | Grönland
GM Gambia | 冈比亚 | Gambia
GN Guinea | 几内亚 | Guinea
GP Guadeloupe | 瓜德罗普 | Guadeloupe
GQ Equatorial Guinea | 赤道几内亚 | Äquatorialguinea
GR Greece | 希腊 | Griechenland
GT Guatemala | 危地马拉 | Guatemala
GU Guam | 关岛 | Guam
GW Guinea-Bissau | 几内亚比绍 | Guinea-Bissau
GY Guyana | 圭亚那 | Guyana
HK Hong Kong SAR China | 中国香港特别行政区 | Sonderverwaltungsregion Hongkong
HN Honduras | 洪都拉斯 | Honduras
HR Croatia | 克罗地亚 | Kroatien
HT Haiti | 海地 | Haiti
HU Hungary | 匈牙利 | Ungarn
ID Indonesia | 印度尼西亚 | Indonesien
IE Ireland | 爱尔兰 | Irland
IL Israel | 以色列 | Israel
IM Isle of Man | 马恩岛 | Isle of Man
IN India | 印度 | Indien
IO British Indian Ocean Territory | 英属印度洋领地 | Britisches Territorium im Indischen Ozean
IQ Iraq | 伊拉克 | Irak
IR Iran | 伊朗 | Iran
IS Iceland | 冰岛 | Island
IT Italy | 意大利 | Italien
JE Jersey | 泽西岛 | Jersey
JM Jamaica | 牙买加 | Jamaika
JO Jordan | 约旦 | Jordanien
JP Japan | 日本 | Japan
KE Kenya | 肯尼亚 | Kenia
KG Kyrgyzstan | 吉尔吉斯斯坦 | Kirgisistan
KH Cambodia | 柬埔寨 | Kambodscha
KI Kiribati | 基里巴斯 | Kiribati
KM Comoros | 科摩罗 | Komoren
KN St Kitts & Nevis | 圣基茨和尼维斯 | St. Kitts und Nevis
KP North Korea | 朝鲜 | Nordkorea
KR South Korea | 韩国 | Südkorea
KW Kuwait | 科威特 | Kuwait
KY Cayman Islands | 开曼群岛 | Kaimaninseln
KZ Kazakhstan | 哈萨克斯坦 | Kasachstan
LA Laos | 老挝 | Laos
LB Lebanon | 黎巴嫩 | Libanon
LC St Lucia | 圣卢西亚 | St. Lucia
LI Liechtenstein | 列支敦士登 | Liechtenstein
LK Sri Lanka | 斯里兰卡 | Sri Lanka
LR Liberia | 利比里亚 | Liberia
LS Lesotho | 莱索托 | Lesotho
LT Lithuania | 立陶宛 | Litauen
LU Luxembourg | 卢森堡 | Luxemburg
LV Latvia | 拉脱维亚 | Lettland
LY Libya | 利比亚 | Libyen
MA Morocco | 摩洛哥 | Marokko
MC Monaco | 摩纳哥 | Monaco
MD Moldova | 摩尔多瓦 | Republik Moldau
ME Montenegro | 黑山 | Montenegro
MF St Martin | 法属圣马丁 | St. Martin
MG Madagascar | 马达加斯加 | Madagaskar
MH Marshall Islands | 马绍尔群岛 | Marshallinseln
MK North Macedonia | 北马其顿 | Nordmazedonien
ML Mali | 马里 | Mali
MM Myanmar (Burma) | 缅甸 | Myanmar
MN Mongolia | 蒙古 | Mongolei
MO Macao SAR China | 中国澳门特别行政区 | Sonderverwaltungsregion Macau
MP Northern Mariana Islands | 北马里亚纳群岛 | Nördliche Marianen
MQ Martinique | 马提尼克 | Martinique
MR Mauritania | 毛里塔尼亚 | Mauretanien
MS Montserrat | 蒙特塞拉特 | Montserrat
MT Malta | 马耳他 | Malta
MU Mauritius | 毛里求斯 | Mauritius
MV Maldives | 马尔代夫 | Malediven
MW Malawi | 马拉维 | Malawi
MX Mexico | 墨西哥 | Mexiko
MY Malaysia | 马来西亚 | Malaysia
MZ Mozambique | 莫桑比克 | Mosambik
NA Namibia | 纳米比亚 | Namibia
NC New Caledonia | 新喀里多尼亚 | Neukaledonien
NE Niger | 尼日尔 | Niger
NF Norfolk Island | 诺福克岛 | Norfolkinsel
NG Nigeria | 尼日利亚 | Nigeria
NI Nicaragua | 尼加拉瓜 | Nicaragua
NL Netherlands | 荷兰 | Niederlande
NO Norway | 挪威 | Norwegen
NP Nepal | 尼泊尔 | Nepal
NR Nauru | 瑙鲁 | Nauru
NU Niue | 纽埃 | Niue
NZ New Zealand | 新西兰 | Neuseeland
OM Oman | 阿曼 | Oman
PA Panama | 巴拿马 | Panama
PE Peru | 秘鲁 | Peru
PF French Polynesia | 法属波利尼西亚 | Französisch-Polynesien
PG Papua New Guinea | 巴布亚新几内亚 | Papua-Neuguinea
PH Philippines | 菲律宾 | Philippinen
PK Pakistan | 巴基斯坦 | Pakistan
PL Poland | 波兰 | Polen
PM St Pierre & Miquelon | 圣皮埃尔和密克隆群岛 | St. Pierre und Miquelon
PN Pitcairn Islands | 皮特凯恩群岛 | Pitcairninseln
PR Puerto Rico | 波多黎各 | Puerto Rico
PS Palestinian Territories | 巴勒斯坦领土 | Palästinensische Autonomiegebiete
PT Portugal | 葡萄牙 | Portugal
PW Palau | 帕劳 | Palau
PY Paraguay | 巴拉圭 | Paraguay
QA Qatar | 卡塔尔 | Katar
RE Réunion | 留尼汪 | Réunion
RO Romania | 罗马尼亚 | Rumänien
RS Serbia | 塞尔维亚 | Serbien
RU Russia | 俄罗斯 | Russland
RW Rwanda | 卢旺达 | Ruanda
SA Saudi Arabia | 沙特阿拉伯 | Saudi-Arabien
SB Solomon Islands | 所罗门群岛 | Salomonen
SC Seychelles | 塞舌尔 | Seychellen
SD Sudan | 苏丹 | Sudan
SE Sweden | 瑞典 | Schweden
SG Singapore | 新加坡 | Singapur
SH St Helena | 圣赫勒拿 | St. Helena
SI Slovenia | 斯洛文尼亚 | Slowenien
SJ Svalbard & Jan Mayen | 斯瓦尔巴和扬马延 | Spitzbergen und Jan Mayen
SK Slovakia | 斯洛伐克 | Slowakei
SL Sierra Leone | 塞拉利昂 | Sierra Leone
SM San Marino | 圣马力诺 | San Marino
SN Senegal | 塞内加尔 | Senegal
SO Somalia | 索马里 | Somalia
SR Suriname | 苏里南 | Suriname
SS South Sudan | 南苏丹 | Südsudan
ST São Tomé & Príncipe | 圣多美和普林西比 | São Tomé und Príncipe
SV El Salvador | 萨尔瓦多 | El Salvador
SX Sint Maarten | 荷属圣马丁 | Sint Maarten
SY Syria | 叙利亚 | Syrien
SZ Eswatini | 斯威士兰 | Eswatini
TC Turks & Caicos Islands | 特克斯和凯科斯群岛 | Turks- und Caicosinseln
TD Chad | 乍得 | Tschad
TG Togo | 多哥 | Togo
TH Thailand | 泰国 | Thailand
TJ Tajikistan | 塔吉克斯坦 | Tadschikistan
TK Tokelau | 托克劳 | Tokelau
TL Timor-Leste | 东帝汶 | Timor-Leste
TM Turkmenistan | 土库曼斯坦 | Turkmenistan
TN Tunisia | 突尼斯 | Tunesien
TO Tonga | 汤加 | Tonga
TR Türkiye | 土耳其 | Türkei
TT Trinidad & Tobago | 特立尼达和多巴哥 | Trinidad und Tobago
TV Tuvalu | 图瓦卢 | Tuvalu
TW Taiwan | 台湾 | Taiwan
TZ Tanzania | 坦桑尼亚 | Tansania
UA Ukraine | 乌克兰 | Ukraine
UG Uganda | 乌干达 | Uganda
US United States | 美国 | Vereinigte Staaten
UY Uruguay | 乌拉圭 | Uruguay
UZ Uzbekistan | 乌兹别克斯坦 | Usbekistan
VA Vatican City | 梵蒂冈 | Vatikanstadt
VC St Vincent & the Grenadines | 圣文森特和格林纳丁斯 | St. Vincent und die Grenadinen
VE Venezuela | 委内瑞拉 | Venezuela
VG British Virgin Islands | 英属维尔京群岛 | Britische Jungferninseln
VI US Virgin Islands | 美属维尔京群岛 | Amerikanische Jungferninseln
VN Vietnam | 越南 | Vietnam
VU Vanuatu | 瓦努阿图 | Vanuatu
WF Wallis & Futuna | 瓦利斯和富图纳 | Wallis und Futuna
WS Samoa | 萨摩亚 | Samoa
XK Kosovo | 科索沃 | Kosovo
YE Yemen | 也门 | Jemen
YT Mayotte | 马约特 | Mayotte
ZA South Africa | 南非 | Südafrika
ZM Zambia | 赞比亚 | Sambia
ZW Zimbabwe | 津巴布韦 | Simbabwe
`;

/** `country.DE` and so on. */
export const COUNTRIES: Words = Object.fromEntries(
  NAMES.trim()
    .split('\n')
    .map((row) => {
      const [en = '', cn = '', de = ''] = row.slice(3).split(' | ');
      return [`country.${row.slice(0, 2)}`, { en, cn, de }];
    }),
);

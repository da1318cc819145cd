import type { PaperWords } from './paper-words.ts'

export const polish: PaperWords = {
  page: { page: 'Strona', of: 'z', made: 'Wydano', continued: '(ciąg dalszy)' },
  facts: {
    maker: 'Producent',
    machine: 'Maszyna',
    model: 'Model',
    machineID: 'ID maszyny',
    serial: 'Numer seryjny',
    commissioned: 'Uruchomiono',
    size: 'Szerokość × głębokość × wysokość',
    weight: 'Masa',
    supply: 'Zasilanie elektryczne',
    air: 'Sprężone powietrze',
    protection: 'Stopień ochrony',
    speed: 'Wydajność projektowa',
  },
  revision: 'Wydanie',
  example: 'Dokument firmy przykładowej: ani ona, ani ta maszyna nie istnieją.',
  technicalData: 'Dane techniczne',
  manual: {
    title: 'Instrukcja obsługi',
    subtitle: 'Tłumaczenie instrukcji oryginalnej. Przechowywać przy maszynie przez cały okres jej użytkowania.',
    chapters: [
      {
        title: 'Przeznaczenie',
        text: [
          'Maszyna pakuje wyroby o wymiarach i z materiałów podanych w potwierdzeniu zamówienia, w zamkniętych i suchych pomieszczeniach w temperaturze od 5 do 40 °C. Mogą jej używać osoby przeszkolone, które przeczytały tę instrukcję.',
          'Nie wolno jej używać tam, gdzie gazy lub pyły mogą wybuchnąć, bez osłon ani do wyrobów, do których nie została ustawiona.',
        ],
      },
      {
        title: 'Bezpieczeństwo',
        text: ['Gorące szczęki, noże i części ruchome znajdują się za osłonami. Otwarcie osłony zatrzymuje maszynę.'],
        steps: [
          'Przed każdą pracą wewnątrz: wyłączyć wyłącznik główny i zablokować go, zamknąć i odpowietrzyć sprężone powietrze, poczekać, aż szczęki zgrzewające będą miały mniej niż 40 °C.',
          'Nigdy nie mostkować wyłącznika osłony i nie sięgać ponad osłoną.',
          'Przed uruchomieniem sprawdzić, gdzie są wyłączniki awaryjne. Po zatrzymaniu awaryjnym najpierw znaleźć przyczynę.',
          'Szafy elektryczne otwierają wyłącznie elektrycy.',
        ],
      },
      {
        title: 'Transport i instalacja',
        steps: [
          'Podnosić maszynę tylko w oznaczonych punktach, sprzętem na całą jej masę.',
          'Ustawić na równej podłodze i wypoziomować stopkami; zostawić 800 mm wolnego miejsca z każdej strony.',
          'Zasilanie i uziemienie podłącza elektryk według schematu elektrycznego; sprawdzić kierunek obrotów.',
          'Podłączyć filtrowane i suche sprężone powietrze do zespołu przygotowania powietrza.',
          'Przed pierwszym uruchomieniem sprawdzić wszystkie wyłączniki awaryjne i osłony.',
        ],
      },
      {
        title: 'Obsługa',
        steps: [
          'Zamknąć wszystkie osłony, włączyć wyłącznik główny i otworzyć sprężone powietrze.',
          'Wybrać recepturę wyrobu i porównać ją z zamówieniem.',
          'Poczekać na osiągnięcie temperatur, nacisnąć Reset, a potem Start.',
          'Sprawdzić zgrzew, nadruk i masę pierwszych dziesięciu opakowań, a potem jednego co pół godziny.',
          'Zatrzymywać przyciskiem Stop na końcu cyklu; wyłącznika awaryjnego używać tylko w niebezpieczeństwie.',
        ],
      },
      {
        title: 'Usterki',
        table: [
          ['Usterka', 'Przyczyna', 'Co zrobić'],
          ['Zgrzew jest otwarty', 'Szczęka za zimna lub brudna', 'Oczyścić szczękę, sprawdzić temperaturę'],
          ['Opakowania różnej długości', 'Folia się ślizga, czujnik nie widzi znacznika', 'Oczyścić rolki i czujnik'],
          ['Przeciążenie napędu', 'Zakleszczony wyrób', 'Wyłączyć, zablokować, usunąć, skasować'],
          ['Brak startu', 'Otwarta osłona lub wciśnięty wyłącznik awaryjny', 'Zamknąć, zwolnić, skasować'],
        ],
      },
      {
        title: 'Czyszczenie i konserwacja',
        table: [
          ['Kiedy', 'Czynność'],
          ['Co zmianę', 'Usunąć wyrób i folię, oczyścić szczęki i czujniki suchą ściereczką'],
          ['Co tydzień', 'Opróżnić filtr sprężonego powietrza, sprawdzić pasy i noże'],
          ['Co 3 miesiące', 'Smarować łożyska i łańcuchy, sprawdzić wyłączniki awaryjne i osłony'],
          ['Co rok', 'Przegląd przez producenta; pomiar uziemienia'],
        ],
      },
      {
        title: 'Wycofanie z użytkowania',
        text: [
          'Odłączyć zasilanie i sprężone powietrze, usunąć oleje i smary, a metale, elektronikę i tworzywa oddać do osobnego recyklingu.',
        ],
      },
    ],
  },
  declaration: {
    title: 'Deklaracja zgodności UE',
    subtitle: 'Tłumaczenie oryginału, zgodnie z dyrektywą 2006/42/WE, załącznik II, część 1, sekcja A',
    chapters: [
      {
        title: 'Deklaracja',
        text: [
          'Producent oświadcza na własną odpowiedzialność, że opisana wyżej maszyna spełnia wszystkie odpowiednie przepisy dyrektywy 2006/42/WE w sprawie maszyn oraz dyrektywy 2014/30/UE w sprawie kompatybilności elektromagnetycznej.',
        ],
      },
      {
        title: 'Normy zharmonizowane',
        table: [
          ['Norma', 'Przedmiot'],
          ['EN ISO 12100:2010', 'Bezpieczeństwo maszyn: ocena i zmniejszanie ryzyka'],
          ['EN ISO 13849-1:2015', 'Elementy systemów sterowania związane z bezpieczeństwem'],
          ['EN 60204-1:2018', 'Wyposażenie elektryczne maszyn'],
          ['EN 415-10:2014', 'Bezpieczeństwo maszyn pakujących: wymagania ogólne'],
          ['EN IEC 61000-6-2:2019', 'Odporność w środowiskach przemysłowych'],
        ],
      },
      {
        title: 'Dokumentacja techniczna',
        text: [
          'Do przygotowania dokumentacji technicznej jest upoważniona osoba odpowiedzialna za bezpieczeństwo wyrobów pod adresem producenta.',
        ],
      },
      { title: 'Podpisano w imieniu producenta', text: ['Ingrid Sjöberg, bezpieczeństwo wyrobów'] },
    ],
  },
}

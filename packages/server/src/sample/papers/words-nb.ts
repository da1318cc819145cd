import type { PaperWords } from './paper-words.ts'

export const norwegian: PaperWords = {
  page: { page: 'Side', of: 'av', made: 'Utstedt', continued: '(fortsatt)' },
  facts: {
    maker: 'Produsent',
    machine: 'Maskin',
    model: 'Modell',
    machineID: 'Maskin-ID',
    serial: 'Serienummer',
    commissioned: 'Satt i drift',
    size: 'Bredde × dybde × høyde',
    weight: 'Vekt',
    supply: 'Strømtilførsel',
    air: 'Trykkluft',
    protection: 'Kapslingsgrad',
    speed: 'Konstruksjonshastighet',
  },
  revision: 'Revisjon',
  example: 'Et dokument fra eksempelfirmaet: verken firmaet eller denne maskinen finnes.',
  technicalData: 'Tekniske data',
  manual: {
    title: 'Bruksanvisning',
    subtitle: 'Oversettelse av den originale bruksanvisningen. Oppbevar den ved maskinen så lenge den er i bruk.',
    chapters: [
      {
        title: 'Tiltenkt bruk',
        text: [
          'Maskinen pakker varer av de størrelsene og materialene som ordrebekreftelsen nevner, i lukkede og tørre rom på 5 til 40 °C. Den kan brukes av personer som er opplært på den og har lest denne bruksanvisningen.',
          'Den må ikke brukes der gass eller støv kan eksplodere, uten vern, eller med varer den ikke er innstilt for.',
        ],
      },
      {
        title: 'Sikkerhet',
        text: ['Varme bakker, kniver og bevegelige deler er bak vern. Et vern som åpnes, stopper maskinen.'],
        steps: [
          'Før alt arbeid inne i maskinen: slå av hovedbryteren, lås den, steng og luft ut trykkluften, og vent til sveisebakkene er under 40 °C.',
          'Sett aldri en vernebryter ut av funksjon, og strekk deg aldri over et vern.',
          'Vit hvor nødstoppene er før du starter. Finn årsaken først etter et nødstopp.',
          'Elektriske skap åpnes bare av elektrikere.',
        ],
      },
      {
        title: 'Transport og installasjon',
        steps: [
          'Løft maskinen bare i de merkede punktene, med utstyr for hele vekten.',
          'Sett den på et jevnt gulv og juster den med føttene; la det være 800 mm fritt på alle sider for arbeid.',
          'La en elektriker koble til strøm og jording slik koblingsskjemaet viser, og kontrollere dreieretningen.',
          'Koble filtrert og tørr trykkluft til serviceenheten.',
          'Prøv alle nødstopp og vern før første start.',
        ],
      },
      {
        title: 'Drift',
        steps: [
          'Lukk alle vern, slå på hovedbryteren og åpne trykkluften.',
          'Velg produktets oppskrift og sammenlign den med ordren.',
          'Vent til temperaturene er nådd, trykk Reset og deretter Start.',
          'Kontroller sveis, trykk og vekt på de ti første pakkene, og én pakke hver halvtime.',
          'Stopp med Stop ved slutten av syklusen; bruk nødstopp bare ved fare.',
        ],
      },
      {
        title: 'Feil',
        table: [
          ['Feil', 'Årsak', 'Hva du gjør'],
          ['Sveisen er åpen', 'Bakken er for kald eller skitten', 'Rengjør bakken, kontroller temperaturen'],
          ['Pakkene har ulik lengde', 'Filmen glir, sensoren ser ikke merket', 'Rengjør ruller og sensor'],
          ['Drift overbelastet', 'Produkt har kilt seg fast', 'Slå av, lås, fjern produktet, tilbakestill'],
          ['Starter ikke', 'Vern er åpent eller nødstopp trykket inn', 'Lukk, løs ut, tilbakestill'],
        ],
      },
      {
        title: 'Rengjøring og vedlikehold',
        table: [
          ['Når', 'Arbeid'],
          ['Hvert skift', 'Fjern produkt og film, rengjør bakker og sensorer med en tørr klut'],
          ['Hver uke', 'Tøm trykkluftfilteret, kontroller remmer og kniver'],
          ['Hver 3. måned', 'Smør lagre og kjeder, prøv nødstopp og vern'],
          ['Hvert år', 'La produsenten inspisere maskinen; mål jordingen'],
        ],
      },
      {
        title: 'Etter bruk',
        text: [
          'Koble fra strøm og trykkluft, tøm olje og fett, og lever metall, elektronikk og plast til sortert gjenvinning.',
        ],
      },
    ],
  },
  declaration: {
    title: 'EU-samsvarserklæring',
    subtitle: 'Oversettelse av originalen, i samsvar med direktiv 2006/42/EF, vedlegg II, del 1, avsnitt A',
    chapters: [
      {
        title: 'Erklæring',
        text: [
          'Produsenten erklærer på eget ansvar at maskinen som er beskrevet over, oppfyller alle relevante bestemmelser i direktiv 2006/42/EF om maskiner og i direktiv 2014/30/EU om elektromagnetisk kompatibilitet.',
        ],
      },
      {
        title: 'Harmoniserte standarder',
        table: [
          ['Standard', 'Om'],
          ['EN ISO 12100:2010', 'Maskinsikkerhet: risikovurdering og risikoreduksjon'],
          ['EN ISO 13849-1:2015', 'Sikkerhetsrelaterte deler av styresystemer'],
          ['EN 60204-1:2018', 'Maskiners elektriske utrustning'],
          ['EN 415-10:2014', 'Pakkemaskiners sikkerhet: generelle krav'],
          ['EN IEC 61000-6-2:2019', 'Immunitet i industrimiljø'],
        ],
      },
      {
        title: 'Teknisk dokumentasjon',
        text: [
          'Lederen for produktsikkerhet på produsentens adresse har fullmakt til å utarbeide den tekniske dokumentasjonen.',
        ],
      },
      { title: 'Undertegnet for produsenten', text: ['Ingrid Sjöberg, leder for produktsikkerhet'] },
    ],
  },
}
